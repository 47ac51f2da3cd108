// Changes of what the look-up of a key returns, recorded by triggers. A version is a snapshot of the database, not a
// number: a transaction that committed late is missing in the snapshot, so the next question returns its changes.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { KeyChanges, ReadKeyChanges } from '../key-ports.ts'

/** If more keys and companies have changed, all keys count as changed. */
const changesMax = 10_000

// A change is new if its transaction is not visible in the earlier snapshot; the lower bound is for the index. Changes
// and cuts beyond the present snapshot were loaded from a dump of another cluster and mean nothing here.
const readStatement = {
  name: 'read-key-changes',
  text: `
    select pg_current_snapshot()::text as snapshot, database_incarnation() as incarnation,
           cut_xid <= pg_snapshot_xmin($1::pg_snapshot) or cut_xid > pg_snapshot_xmax(pg_current_snapshot())
             as has_all,
           (select json_agg(json_build_array(changed.key_id, changed.company_id))
              from (select distinct key_id, company_id from key_changes
                     where xid >= pg_snapshot_xmin($1::pg_snapshot)
                       and xid < pg_snapshot_xmax(pg_current_snapshot())
                       and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
                     limit ${changesMax + 1}) changed) as changes
      from key_change_cut`,
}

type ChangesRow = {
  snapshot: string
  incarnation: string | null
  /** Null if there was no earlier version. */
  has_all: boolean | null
  /** Pairs of a key and a company, of which at least one is null. */
  changes: readonly (readonly [string | null, string | null])[] | null
}

export function createReadKeyChanges(postgres: Queryable): ReadKeyChanges {
  return async (since) => {
    const { rows } = await postgres.query<ChangesRow>({ ...readStatement, values: [since?.snapshot ?? null] })
    const [row] = rows
    if (!row) throw new Error('the table key_change_cut is empty')
    const { snapshot, incarnation, has_all: hasAll, changes } = row
    if (incarnation === null) throw new Error('the server is a standby')
    const version = { incarnation, snapshot }
    const isComparable = since?.incarnation === incarnation && hasAll === true
    return isComparable ? toChanges(version, changes ?? []) : { ...nothing, version, isComplete: false }
  }
}

const nothing = { keyIds: [], companyIds: [] }

function toChanges(version: KeyChanges['version'], changes: NonNullable<ChangesRow['changes']>): KeyChanges {
  const areAll = changes.some(([keyId, companyId]) => keyId === null && companyId === null)
  if (areAll || changes.length > changesMax) return { ...nothing, version, isComplete: false }
  return {
    version,
    isComplete: true,
    keyIds: changes.flatMap(([keyId]) => keyId ?? []),
    companyIds: changes.flatMap(([, companyId]) => companyId ?? []),
  }
}

// Deletes what had been committed when the previous run looked, at least five minutes ago: every gateway has read it
// since, or finds that its version is older than the cut. Rows of a transaction that is still open are kept, however
// old it is.
const deleteStatement = `
  with cut as (
    update key_change_cut
       set cut_xid = least(next_xid, pg_snapshot_xmin(pg_current_snapshot())),
           next_xid = pg_snapshot_xmin(pg_current_snapshot()), next_at = now()
     where next_at <= now() - interval '5 minutes'
    returning cut_xid
  )
  delete from key_changes
   where xid < (select cut_xid from cut) or (xid >= pg_snapshot_xmax(pg_current_snapshot()) and exists (select from cut))`

/** Idempotent; does nothing if it was run within the last five minutes. */
export async function deleteOldKeyChanges(postgres: Queryable): Promise<void> {
  await postgres.query(deleteStatement)
}
