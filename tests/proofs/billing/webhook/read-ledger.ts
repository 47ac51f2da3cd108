import type { Postgres } from '@gatehouse/postgres/create-postgres'

/** The final state after one order of delivery. All orders of the same history must give equal views. */
export type LedgerView = { balanceMicros: bigint; lines: readonly string[] }

// How many rows a refund produces depends on which of its messages came first; their sum does not. So refunds are
// compared as sums and through the revoked amount of each grant, lots as a sum per owner, and corrections of excess
// grants by their result.
const views = [
  `select 'account ' || owner_id || ' ' || balance_micros as line from credit_accounts`,
  `select 'transfer ' || type || ' ' || business_key || ' ' || amount_micros as line
     from credit_transfers where type <> 'REFUND' and not starts_with(business_key, 'excess:')`,
  `select 'excess ' || company_id || ' ' || currency || ' ' || excess_micros as line
     from excess_grants where excess_micros <> 0`,
  `select 'refunds ' || split_part(business_key, ':', 2) || ' ' || sum(amount_micros) as line
     from credit_transfers where type = 'REFUND' and business_key !~ '^[a-z-]+:(sub|upgrade|downgrade):'
    group by split_part(business_key, ':', 2) having sum(amount_micros) <> 0`,
  `select 'grant ' || business_key || ' ' || granted_micros || ' revoked ' || revoked_micros
          || ' held ' || held_micros as line from paid_grants`,
  `select 'lots ' || owner_id || ' ' || sum(remaining_micros) as line from credit_lots group by owner_id`,
  `select 'purchase ' || id || ' ' || status || ' ' || coalesce(paid_minor, 0) as line from credit_pack_purchases`,
  `select 'invoice ' || coalesce(provider_invoice_id, purchase_id::text) || ' ' || status || ' ' || amount_paid_minor as line
     from invoices`,
  `select 'subscription ' || provider_subscription_id || ' ' || status || ' ' || is_active || ' '
          || coalesce(provider_price_id, '') || ' ' || extract(epoch from current_period_end) || ' '
          || coalesce(extract(epoch from end_date)::text, 'open') as line from subscriptions`,
]

const query = `select line from (${views.join('\nunion all\n')}) as all_lines order by line`

export async function readLedger(postgres: Postgres): Promise<LedgerView> {
  const { rows } = await postgres.query<{ line: string }>(query)
  const balances = await postgres.query<{ sum: bigint | null }>(
    'select sum(balance_micros)::bigint as sum from credit_accounts',
  )
  return { balanceMicros: balances.rows[0]?.sum ?? 0n, lines: rows.map(({ line }) => line) }
}

/** Returns the first few lines in which two views differ. */
export function differences(expected: LedgerView, actual: LedgerView): string[] {
  const [before, after] = [new Set(expected.lines), new Set(actual.lines)]
  return [
    ...expected.lines.filter((line) => !after.has(line)).map((line) => `- ${line}`),
    ...actual.lines.filter((line) => !before.has(line)).map((line) => `+ ${line}`),
  ].slice(0, 6)
}
