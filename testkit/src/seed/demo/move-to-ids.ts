// Sets the times of the demo companies' rows to those that their ids contain. Amounts, balances and the order of rows do
// not change, so the ledger stays as the settlements wrote it.
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'

/** The first column names the company, the second is the time of creation; the others move by the same distance. */
const datedTables = {
  alert_rules: ['company_id', 'created_at', 'updated_at'],
  alerts: ['company_id', 'created_at', 'ended_at'],
  api_keys: ['company_id', 'created_at'],
  audit_log: ['company_id', 'created_at'],
  budgets: ['company_id', 'created_at', 'updated_at'],
  credit_lots: ['owner_id', 'created_at'],
  credit_pack_purchases: ['company_id', 'created_at', 'updated_at', 'completed_at'],
  credit_transfers: ['owner_id', 'created_at'],
  documents: ['company_id', 'created_at', 'updated_at'],
  event_deliveries: ['company_id', 'created_at', 'settled_at'],
  event_endpoints: ['company_id', 'created_at', 'updated_at'],
  invoices: ['company_id', 'created_at', 'updated_at', 'paid_at', 'due_at', 'event_created_at'],
  jobs: ['company_id', 'created_at', 'updated_at', 'published_at'],
  outgoing_events: ['company_id', 'created_at'],
  talents: ['company_id', 'created_at', 'updated_at'],
  usage_bills: ['company_id', 'created_at'],
} as const satisfies Record<string, readonly [string, string, ...string[]]>

export type DatedTable = keyof typeof datedTables

const timeOfId = (id: string) =>
  `to_timestamp(('x' || lpad(left(replace(${id}::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)`

export async function moveToIds(
  postgres: Postgres,
  companyIds: readonly string[],
  tables: readonly DatedTable[] = Object.keys(datedTables) as DatedTable[],
): Promise<void> {
  for (const table of tables) {
    const [company, created, ...others] = datedTables[table]
    const moved = [...others, created].map(
      (column) => `${column} = ${column} - (${created} - ${timeOfId('id')})`,
    )
    await withoutTriggers(postgres, table, (tx) =>
      tx.query(
        `update ${table} set ${moved.join(', ')}
          where ${company} = any ($1::uuid[]) and ${created} > ${timeOfId('id')} + interval '1 minute'`,
        [companyIds],
      ),
    )
  }
}

/** A call is recorded when it ends, and its id is as old as its beginning. The rollups follow the calls. */
export async function moveCallsToIds(postgres: Postgres, companyId: string): Promise<void> {
  await withoutTriggers(postgres, 'calls', async (tx) => {
    await tx.query(
      `update calls set created_at = ${timeOfId('id')} + make_interval(secs => duration_ms / 1000.0)
        where company_id = $1`,
      [companyId],
    )
    await tx.query('delete from usage_rollups where company_id = $1', [companyId])
    await tx.query(
      `insert into usage_rollups (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens, cached_tokens,
                                  completion_tokens, charged_micros)
       select company_id, key_id, alias, (created_at at time zone 'UTC')::date, count(*),
              count(*) filter (where status = 'FAILED'), sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens),
              sum(charged_micros)
         from calls where company_id = $1 group by 1, 2, 3, 4`,
      [companyId],
    )
  })
}

/** Prices and the companies themselves are as old as the history; their ids are fixed. */
export async function moveToStart(
  postgres: Postgres,
  { companyIds, startMs }: { companyIds: readonly string[]; startMs: number },
): Promise<void> {
  const start = new Date(startMs)
  await withoutTriggers(postgres, 'model_prices', (tx) =>
    tx.query(
      'update model_prices set valid_from = least(valid_from, $1), created_at = least(created_at, $1)',
      [start],
    ),
  )
  await postgres.query('update companies set created_at = $2, updated_at = $2 where id = any ($1::uuid[])', [
    companyIds,
    start,
  ])
  await postgres.query(
    `update users u set created_at = ${timeOfId('u.id')} from memberships m
      where m.user_id = u.id and m.company_id = any ($1::uuid[]) and u.created_at > ${timeOfId('u.id')}`,
    [companyIds],
  )
  await postgres.query(
    `update memberships m set created_at = u.created_at from users u
      where u.id = m.user_id and m.company_id = any ($1::uuid[])`,
    [companyIds],
  )
}

/** Rows of these tables are never changed in production. The lock keeps other sessions from using a disabled trigger. */
function withoutTriggers(
  postgres: Postgres,
  table: string,
  work: (tx: Queryable) => Promise<unknown>,
): Promise<void> {
  return postgres.transaction(async (tx) => {
    const { rows } = await tx.query<{ name: string }>(
      `select relid::regclass::text as name from pg_partition_tree($1::regclass)
       union select $1::regclass::text`,
      [table],
    )
    const switchTriggers = async (word: 'enable' | 'disable') => {
      for (const { name } of rows) await tx.query(`alter table ${name} ${word} trigger user`)
    }
    await switchTriggers('disable')
    await work(tx)
    await switchTriggers('enable')
  })
}
