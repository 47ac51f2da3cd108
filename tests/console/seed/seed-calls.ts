// A company with a month of calls. They are written as if they had been settled at those times, with the rollups that a
// settlement writes, so that lists, histograms and sums of the past have something to show.
import type { User } from '@gatehouse/identity/users'
import { addAliases, addKey } from '@gatehouse/testkit/seed-gateway'
import type { SeedTarget } from './seed-target.ts'

export type CompanyWithCalls = { user: User; companyId: string; keyIds: readonly string[] }

const names = ['ats-sync', 'website-chat', 'nightly-import']

// Prices of the demo aliases: 1 and 5 credits per million tokens, cached input a tenth.
const insert = `
  with made as (
    select overlay(uuid_at(at)::text placing right(gen_random_uuid()::text, 12) from 25)::uuid as id, at, n,
           ($2::uuid[])[1 + n * n % 7 % 3] as key_id,
           case when n % 4 = 1 then 'svc/embed-default' else 'svc/chat-default' end as alias,
           case when n % 4 = 1 then 'embeddings' else 'chat' end as operation,
           n % 9 = 4 as failed, 400 + n * 7919 % 5000 as prompt, 30 + n * 104729 % 900 as completion
      from (select n, now() - interval '2 minutes' - n * n * interval '1 hour' * $3::float8 as at
              from generate_series(1, $4::int) n) steps
  ), added as (
    insert into calls (id, company_id, key_id, alias, operation, status, reason, price_version, prompt_tokens,
                       cached_tokens, completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, created_at)
    select id, $1, key_id, alias, operation, (case when failed then 'FAILED' else 'SUCCEEDED' end)::call_status,
           case when failed then (array['client_gone', 'provider_timeout'])[1 + n % 2] end,
           case when failed then null else $5::bigint end, prompt, prompt / 4, completion,
           case when failed then 0 else ceil((prompt - prompt / 4) + prompt / 4 * 0.1 + completion * 5)::bigint end,
           20000, 41203991, 180 + n * 613 % 4000, at
      from made
    returning *)
  insert into usage_rollups
  select company_id, key_id, alias, (created_at at time zone 'UTC')::date, count(*), count(*) filter (where status <> 'SUCCEEDED'),
         sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens), sum(charged_micros)
    from added group by 1, 2, 3, 4`

/** `count` calls of three keys, close together now and further apart the older they are, over about `days` days. */
export async function seedCalls(
  opened: SeedTarget,
  {
    count = 160,
    days = 58,
    providerUrl = 'http://127.0.0.1:9/v1',
  }: { count?: number; days?: number; providerUrl?: string } = {},
): Promise<CompanyWithCalls> {
  const { database, postgres } = opened.backend
  const { user, companyId } = await opened.addCompanyUser('ADMIN', 41_203_991n)
  await addAliases(database, providerUrl)
  const keyIds: string[] = []
  for (const name of names) keyIds.push((await addKey(database, { companyId, name })).key.id)
  const { version } = await database
    .selectFrom('model_prices')
    .select('version')
    .where('alias', '=', 'svc/chat-default')
    .executeTakeFirstOrThrow()
  await postgres.query(insert, [companyId, keyIds, (days * 24) / (count * count), count, version])
  return { user, companyId, keyIds }
}
