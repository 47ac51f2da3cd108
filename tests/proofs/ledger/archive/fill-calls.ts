// Fills closed weeks with calls as a platform would have them: few companies make most calls, few keys and models most of
// a company's, answers have very different lengths, some calls fail, and the last ones of a week end in the next. The
// ledger agrees with them.
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { giveBack } from '@gatehouse/credits/transfer'
import { addAliases, addCompany } from '@gatehouse/testkit/seed-gateway'
import type { ProofDatabase } from '../../kit/servers.ts'
import { ids } from '../ledger-setup.ts'

const creditMicros = 1_000_000_000_000n
const givenBackPerWeek = 20

export type FilledWeek = { name: string; firstDay: string }

export type Filling = { weeks: number; callsPerWeek: number; companies: number }

/** The weeks end nine weeks ago. */
export async function fillWeeks(
  database: ProofDatabase,
  { weeks, callsPerWeek, companies }: Filling,
): Promise<FilledWeek[]> {
  const { pool } = database
  await addAliases(database.database, 'http://127.0.0.1:9/v1')
  const companyIds: string[] = []
  while (companyIds.length < companies) companyIds.push(await addCompany(database.database, creditMicros))
  await pool.query(`
    create table proof_keys as
      select c.id as company_id, c.place, array(select gen_random_uuid() from generate_series(1, 1 + c.place % 4)) as key_ids
        from unnest(array['${companyIds.join("','")}']::uuid[]) with ordinality as c (id, place)`)
  const filled: FilledWeek[] = []
  for (let back = 8 + weeks + 1; filled.length < weeks; back -= 1)
    filled.push(await fillWeek(database, back, callsPerWeek))
  return filled
}

const columns = `id, company_id, key_id, alias, operation, status, reason, price_version, prompt_tokens, cached_tokens,
  completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms, created_at`

const insertCalls = `
  insert into calls (${columns})
  with prices as materialized (
    select array_agg(p order by p.alias) as all from model_prices p
  ), drawn as materialized (
    select $1::date::timestamp at time zone 'UTC' + random() * interval '7 days' as started,
           1 + floor((select count(*) from proof_keys) * power(random(), 3))::int as place, power(random(), 2) as key_draw,
           power(random(), 2) as alias_draw, random() as fate, (40 + 4000 * power(random(), 3))::int as prompt,
           (5 + 1500 * power(random(), 3))::int as completion, (250 + 30000 * power(random(), 4))::int as took,
           gen_random_uuid()::text as bits
      from generate_series(1, $2::int)
  ), made as (
    select (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7' || substr(bits, 16))::uuid as id, k.company_id,
           k.key_ids[1 + floor(key_draw * array_length(k.key_ids, 1))::int] as key_id,
           prices.all[1 + floor(alias_draw * array_length(prices.all, 1))::int] as price, fate < 0.965 as is_charged,
           fate, prompt, case when fate < 0.3 then prompt / 2 else 0 end as cached, completion, took,
           started + took * interval '1 millisecond' + fate * interval '999 microseconds' as ended
      from drawn join proof_keys k using (place), prices,
           lateral (select lpad(to_hex((extract(epoch from started) * 1000)::bigint), 12, '0') as hex) h
  ), charged as (
    select m.*, case when is_charged then
             ceil(((prompt - cached) * (price).input_micros_per_million + cached * (price).cached_input_micros_per_million
                   + completion * (price).output_micros_per_million) / 1000000.0)::bigint else 0 end as micros
      from made m
  )
  select c.id, c.company_id, c.key_id, (c.price).alias, case when c.fate < 0.9 then 'chat' else 'parse' end,
         (case when is_charged then 'SUCCEEDED' else 'FAILED' end)::call_status,
         case when is_charged then null when fate < 0.985 then 'provider_timeout' else 'client_gone' end,
         case when is_charged then (c.price).version end, case when is_charged then prompt else 0 end,
         case when is_charged then cached else 0 end, case when is_charged then completion else 0 end, micros,
         micros + (4000 * fate)::int, a.balance_micros - sum(micros) over (partition by c.company_id order by c.id), took, ended
    from charged c join credit_accounts a on a.owner_id = c.company_id
   order by c.id`

async function fillWeek({ pool, database }: ProofDatabase, back: number, calls: number): Promise<FilledWeek> {
  const { rows } = await pool.query<FilledWeek>(
    `select monday::text as "firstDay", 'calls_' || to_char(monday, 'IYYY"w"IW') as name
       from (select date_trunc('week', now() at time zone 'UTC')::date - 7 * $1::int as monday) week`,
    [back],
  )
  const [week] = rows
  if (!week) throw new Error('the week must be a row')
  await pool.query('select create_call_partition($1::date, 7)', [week.firstDay])
  await pool.query(insertCalls, [week.firstDay, calls])
  await pool.query(`
    insert into usage_rollups as u (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens, cached_tokens,
        completion_tokens, charged_micros)
      select company_id, key_id, alias, (created_at at time zone 'UTC')::date, count(*), count(*) filter (where status = 'FAILED'),
             sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens), sum(charged_micros) from ${week.name} group by 1, 2, 3, 4
      on conflict (company_id, key_id, alias, day) do update
         set requests = u.requests + excluded.requests, failed_requests = u.failed_requests + excluded.failed_requests,
             prompt_tokens = u.prompt_tokens + excluded.prompt_tokens, cached_tokens = u.cached_tokens + excluded.cached_tokens,
             completion_tokens = u.completion_tokens + excluded.completion_tokens,
             charged_micros = u.charged_micros + excluded.charged_micros;
    with spent as (select company_id, sum(charged_micros)::bigint as micros from ${week.name} group by 1),
         lots as (update credit_lots l set remaining_micros = remaining_micros - micros from spent where l.id =
                    (select a.open_lot_id from credit_accounts a where a.owner_id = spent.company_id))
      update credit_accounts a set charged_micros = charged_micros + micros, balance_micros = balance_micros - micros
        from spent where a.owner_id = spent.company_id`)
  const refunded = await pool.query<{ id: string; companyId: string; chargedMicros: bigint }>(
    `select id, company_id as "companyId", charged_micros as "chargedMicros" from ${week.name}
      where charged_micros > 0 order by md5(id::text) limit $1`,
    [givenBackPerWeek],
  )
  for (const charge of refunded.rows) await postTransfer(ids, database, giveBack(charge, 'undelivered'))
  return week
}
