// The invariants that need only the small tables: one row per account, transfer and lot. Each query returns the places
// that drift; $1 is the account to check, or null for all.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { AmountDrift } from '../reconciliation-report.ts'

export type LedgerCheck = { invariant: 'I1' | 'I2' | 'I4'; text: string }

export const ledgerChecks: readonly LedgerCheck[] = [
  {
    invariant: 'I1',
    text: `
      select a.owner_id, 'balance' as what,
             (coalesce(t.micros, 0) - a.charged_micros)::bigint as expected_micros, a.balance_micros as actual_micros
        from credit_accounts a
        left join (select owner_id, sum(amount_micros) as micros from credit_transfers
                    where $1::uuid is null or owner_id = $1 group by owner_id) t on t.owner_id = a.owner_id
       where ($1::uuid is null or a.owner_id = $1)
         and a.balance_micros <> coalesce(t.micros, 0) - a.charged_micros`,
  },
  {
    invariant: 'I2',
    // Expired lots that no statement has closed yet count on both sides: they are still in the balance too.
    text: `
      select a.owner_id, 'sum of the lots' as what,
             greatest(a.balance_micros, 0) as expected_micros, coalesce(l.micros, 0)::bigint as actual_micros
        from credit_accounts a
        left join (select owner_id, sum(remaining_micros) as micros from credit_lots
                    where $1::uuid is null or owner_id = $1 group by owner_id) l on l.owner_id = a.owner_id
       where ($1::uuid is null or a.owner_id = $1)
         and greatest(a.balance_micros, 0) <> coalesce(l.micros, 0)`,
  },
  {
    invariant: 'I2',
    text: `
      select owner_id, 'remainder of the lot ' || source_key as what,
             greatest(0, least(granted_micros, remaining_micros)) as expected_micros,
             remaining_micros as actual_micros
        from credit_lots
       where ($1::uuid is null or owner_id = $1)
         and (remaining_micros < 0 or remaining_micros > granted_micros)`,
  },
  {
    invariant: 'I2',
    // A settlement takes credits from the open lot without checking who owns the lot.
    text: `
      select a.owner_id, 'open lot of another account' as what,
             0::bigint as expected_micros, coalesce(l.remaining_micros, 0) as actual_micros
        from credit_accounts a
        left join credit_lots l on l.id = a.open_lot_id
       where ($1::uuid is null or a.owner_id = $1)
         and a.open_lot_id is not null and l.owner_id is distinct from a.owner_id`,
  },
  {
    invariant: 'I2',
    text: `
      select a.owner_id, 'lots that should burn before the open lot' as what,
             0::bigint as expected_micros, sum(l.remaining_micros)::bigint as actual_micros
        from credit_accounts a
        join credit_lots o on o.id = a.open_lot_id and o.owner_id = a.owner_id and o.remaining_micros > 0
        join credit_lots l on l.owner_id = a.owner_id and l.remaining_micros > 0
         and (coalesce(l.expires_at, 'infinity'), l.kind, l.id) < (coalesce(o.expires_at, 'infinity'), o.kind, o.id)
       where $1::uuid is null or a.owner_id = $1
       group by a.owner_id`,
  },
  {
    invariant: 'I2',
    // Settlements do not look for expired lots before next_expiry_at, so these lots could still be spent after they
    // expire.
    text: `
      select a.owner_id, 'lots whose expiry would go unnoticed' as what,
             0::bigint as expected_micros, sum(l.remaining_micros)::bigint as actual_micros
        from credit_accounts a
        join credit_lots l on l.owner_id = a.owner_id
       where ($1::uuid is null or a.owner_id = $1)
         and l.remaining_micros > 0 and l.expires_at < coalesce(a.next_expiry_at, 'infinity')
       group by a.owner_id`,
  },
  {
    invariant: 'I4',
    text: `
      select coalesce(l.owner_id, t.owner_id) as owner_id,
             'grant ' || coalesce(l.source_key, t.business_key) as what,
             coalesce(t.amount_micros, 0) as expected_micros, coalesce(l.granted_micros, 0) as actual_micros
        from (select * from credit_lots where $1::uuid is null or owner_id = $1) l
        full join (select * from credit_transfers
                    where amount_micros > 0 and ($1::uuid is null or owner_id = $1)) t
          on t.business_key = l.source_key and t.owner_id = l.owner_id
       where t.amount_micros is distinct from l.granted_micros`,
  },
]

type DriftRow = { owner_id: string; what: string; expected_micros: bigint; actual_micros: bigint }

export async function runLedgerCheck(
  snapshot: Queryable,
  { text }: LedgerCheck,
  ownerId: string | undefined,
): Promise<AmountDrift[]> {
  const { rows } = await snapshot.query<DriftRow>(`${text} order by owner_id, what`, [ownerId ?? null])
  return rows.map(toDrift)
}

function toDrift(row: DriftRow): AmountDrift {
  return {
    ownerId: row.owner_id,
    what: row.what,
    expectedMicros: row.expected_micros,
    actualMicros: row.actual_micros,
  }
}
