import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { assert } from '@gatehouse/runtime/assert'
import { type Hold, deadAfterMs } from '../hold.ts'
import type { ReadSnapshot } from '../account-snapshot.ts'

export type ReadSnapshotDeps = {
  postgres: Queryable
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
}

type HoldJson = Omit<Hold, 'companyId' | 'estimateMicros'> & { estimateMicros: string }

const statement = {
  name: 'read-account-snapshot',
  text: 'select * from read_account_snapshot($1, $2::uuid[], $3, $4, $5)',
}
const noId = '00000000-0000-0000-0000-000000000000'

export function createReadSnapshot({ postgres, findOverdueInMs }: ReadSnapshotDeps): ReadSnapshot {
  return async (companyId, callIds) => {
    const [first = noId, last = noId] = bounds(callIds)
    const values = [companyId, `{${callIds.join(',')}}`, first, last, deadAfterMs]
    const [{ rows }, overdueInMs] = await Promise.all([
      postgres.query<SnapshotRow>({ ...statement, values }),
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
    }
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
