import { createDatabase } from '@gatehouse/postgres/create-database'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { type Shards, mapShards } from '@gatehouse/postgres/shards'
import type { Ids } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import {
  type Inspection,
  type InspectionScope,
  type LedgerInspector,
  type ListedHold,
  addInspection,
} from '../ledger-inspector.ts'
import type { Drift, InvariantOutcome } from '../reconciliation-report.ts'
import { type CallTimes, addUpCalls, correctDays, defaultCallTimes } from './add-up-calls.ts'
import { type ChargedSums, readChargedSums } from './charged-sums.ts'
import { freezeAccount } from './freeze-account.ts'
import { checkHolds } from './hold-checks.ts'
import { ledgerChecks, runLedgerCheck } from './ledger-checks.ts'
import type { LedgerConnections } from './ledger-reads.ts'

export type LedgerInspectorDeps = {
  /** The ledger is read with `reads`; results are always written to the primary. */
  shards: Shards<LedgerConnections>
  ids: Ids
}

/** The inspector's statements may take minutes on a large ledger, so its connections need a suitable statement timeout. */
export function createLedgerInspector(
  { shards, ids }: LedgerInspectorDeps,
  times: CallTimes = defaultCallTimes,
): LedgerInspector {
  const databases = mapShards(shards, ({ primary }): Database => createDatabase<Tables>(primary))
  return {
    async addUpCalls(onDay) {
      for (const shard of shards.all()) await addUpCalls(shard, times, onDay)
    },
    async inspect({ ownerId, holds }) {
      const inspections: Inspection[] = []
      for (const shard of ownerId === undefined ? shards.all() : [shards.of(ownerId)]) {
        const own = holds?.filter(({ companyId }) => shards.of(companyId) === shard)
        inspections.push(await inspectShard(shard, { ownerId, holds: own }, times.callMsMax))
      }
      return inspections.reduce(addInspection)
    },
    freeze: (ownerId, reason) => freezeAccount({ databases, ids }, ownerId, reason),
  }
}

async function inspectShard(
  { primary, reads }: LedgerConnections,
  scope: InspectionScope,
  callMsMax: number,
): Promise<Inspection> {
  await reads.catchUp()
  const { inspection, sums, since } = await reads.postgres.transaction(async (tx) => {
    // All queries see what was committed when the first one began.
    await tx.query('set transaction isolation level repeatable read, read only')
    // Taken before the snapshot: a partition that was detached after the snapshot would be missing among the calls
    // and not yet in the archive.
    await tx.query('lock table only calls in access share mode')
    return inspectSnapshot(tx, scope, callMsMax)
  })
  if (since !== null) await correctDays(primary, since, sums.corrections)
  return inspection
}

type Inspected = { inspection: Inspection; sums: ChargedSums; since: string | null }

async function inspectSnapshot(
  snapshot: Queryable,
  { ownerId, holds }: InspectionScope,
  callMsMax: number,
): Promise<Inspected> {
  const accounts = await countAccounts(snapshot, ownerId)
  const since = await readCallsThrough(snapshot)
  const drifts: Record<'I1' | 'I2' | 'I4', Drift[]> = { I1: [], I2: [], I4: [] }
  for (const check of ledgerChecks) {
    drifts[check.invariant].push(...(await runLedgerCheck(snapshot, check, ownerId)))
  }
  const sums = await readChargedSums(snapshot, { ownerId, since, callMsMax })
  const checked = (found: readonly Drift[]): InvariantOutcome => ({
    kind: 'checked',
    accounts,
    drifts: found,
  })
  const inspection = {
    I1: checked(drifts.I1),
    I2: checked(drifts.I2),
    I3: checked(sums.drifts),
    I4: checked(drifts.I4),
    ...(await inspectHolds(snapshot, ownerId, holds)),
  }
  return { inspection, sums, since }
}

async function inspectHolds(
  snapshot: Queryable,
  ownerId: string | undefined,
  holds: readonly ListedHold[] | undefined,
): Promise<Pick<Inspection, 'I5' | 'I6'>> {
  if (!holds) {
    const unchecked: InvariantOutcome = {
      kind: 'not_checked',
      reason: 'the holds in Redis were not listed',
    }
    return { I5: unchecked, I6: unchecked }
  }
  const own = holds.filter(({ companyId }) => ownerId === undefined || companyId === ownerId)
  const accounts = new Set(own.map(({ companyId }) => companyId)).size
  const drifts = await checkHolds(snapshot, own)
  return {
    I5: { kind: 'checked', accounts, drifts: drifts.openCalls },
    I6: { kind: 'checked', accounts, drifts: drifts.holds },
  }
}

async function countAccounts(snapshot: Queryable, ownerId: string | undefined): Promise<number> {
  const { rows } = await snapshot.query<{ count: bigint }>(
    'select count(*) as count from credit_accounts where $1::uuid is null or owner_id = $1',
    [ownerId ?? null],
  )
  return Number(rows[0]?.count ?? 0n)
}

async function readCallsThrough(snapshot: Queryable): Promise<string | null> {
  const { rows } = await snapshot.query<{ since: string }>(
    'select calls_through::text as since from reconciliation_progress',
  )
  return rows[0]?.since ?? null
}
