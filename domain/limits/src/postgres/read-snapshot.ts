import { rethrowRetryable } from '@gatehouse/postgres/connection-fault'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import { assert } from '@gatehouse/runtime/assert'
import { type Hold, deadAfterMs } from '../hold.ts'
import type { ReadSnapshot } from '../account-snapshot.ts'
import type { BudgetQuestion, MonthSpent } from '../admit/budgets.ts'

export type ReadSnapshotDeps = {
  shards: Shards<Queryable>
  /** Resolves to the time until an open invoice of the company becomes overdue; null if none is open. */
  findOverdueInMs?: (companyId: string) => Promise<number | null>
}

type SnapshotRow = {
  balance_micros: bigint
  version: bigint
  is_frozen: boolean
  is_postpaid: boolean
  valid_for_ms: number | null
  closed_ids: string[] | null
  holds: HoldJson[] | null
  /** The following are there only if a budget was asked about. */
  company_micros?: bigint | null
  key_micros?: bigint | null
  alias_micros?: bigint | null
  month_ends_in_ms?: number
}

type HoldJson = Omit<Hold, 'companyId' | 'estimateMicros'> & { estimateMicros: string }

const statement = {
  name: 'read-account-snapshot',
  text: 'select * from read_account_snapshot($1, $2::uuid[], $3, $4, $5)',
}
// One statement, so that the charges are as of the same version of the account as the balance.
const statementWithSpent = {
  name: 'read-account-snapshot-with-spent',
  text: `select a.*, s.* from read_account_snapshot($1, $2::uuid[], $3, $4, $5) a
          cross join read_month_spent($1, $6, $7, $8) s`,
}
const noId = '00000000-0000-0000-0000-000000000000'

export function createReadSnapshot({ shards, findOverdueInMs }: ReadSnapshotDeps): ReadSnapshot {
  return async (companyId, callIds, budgets) => {
    const [first = noId, last = noId] = bounds(callIds)
    const values = [companyId, `{${callIds.join(',')}}`, first, last, deadAfterMs]
    const query = budgets
      ? { ...statementWithSpent, values: [...values, ...toValues(budgets)] }
      : { ...statement, values }
    const [{ rows }, overdueInMs] = await Promise.all([
      shards.of(companyId).query<SnapshotRow>(query).catch(rethrowRetryable),
      findOverdueInMs?.(companyId) ?? null,
    ])
    const [row] = rows
    assert(row, 'read_account_snapshot must return a row')
    return {
      balanceMicros: row.balance_micros,
      version: row.version,
      isFrozen: row.is_frozen,
      isPostpaid: row.is_postpaid,
      overdueInMs,
      validForMs: row.valid_for_ms,
      closedCallIds: row.closed_ids ?? [],
      holds: (row.holds ?? []).map((hold) => fromJson(companyId, hold)),
      ...(budgets && { spent: toSpent(budgets, row) }),
    }
  }
}

function toValues({ scopes, keyId, alias }: BudgetQuestion): unknown[] {
  return [
    scopes.includes('company'),
    scopes.includes('key') ? keyId : null,
    scopes.includes('alias') ? alias : null,
  ]
}

function toSpent(question: BudgetQuestion, row: SnapshotRow): MonthSpent {
  const { company_micros: company, key_micros: key, alias_micros: alias } = row
  return {
    ...question,
    micros: {
      ...(company != null && { company }),
      ...(key != null && { key }),
      ...(alias != null && { alias }),
    },
    monthEndsInMs: row.month_ends_in_ms ?? 0,
  }
}

function fromJson(companyId: string, { estimateMicros, ...rest }: HoldJson): Hold {
  return { companyId, estimateMicros: BigInt(estimateMicros), ...rest }
}

/** Returns the lowest and the highest id. Lower-case ids sort as text in the same order as uuids in Postgres. */
function bounds(ids: readonly string[]): readonly string[] {
  let [first] = ids
  let last = first
  if (first === undefined || last === undefined) return []
  for (const id of ids) {
    if (id < first) first = id
    if (id > last) last = id
  }
  return [first, last]
}
