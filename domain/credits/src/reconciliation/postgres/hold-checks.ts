// Compares the holds in Redis with the calls in Postgres. A difference counts as drift only after some time, because a
// process or Redis may have died between the two writes.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { ListedHold } from '../ledger-inspector.ts'
import type { AmountDrift } from '../reconciliation-report.ts'

// The reaper acts a minute after the deadline, runs every 15 s and must find a hold dead twice; this is ample time for
// that.
const reapedWithinMs = 300_000
const releasedWithinMs = 60_000
// Looked up by id in groups of this size, so that the planner never chooses to scan the whole table.
const idsAtOnce = 1_000

export type HoldDrifts = { openCalls: readonly AmountDrift[]; holds: readonly AmountDrift[] }

export async function checkHolds(snapshot: Queryable, holds: readonly ListedHold[]): Promise<HoldDrifts> {
  const closed = await readClosedForMs(snapshot, holds)
  const unreaped = holds.filter(
    ({ callId, remainingMs }) => !closed.has(callId) && remainingMs < -reapedWithinMs,
  )
  const unreleased = holds.filter(({ callId }) => (closed.get(callId) ?? 0) > releasedWithinMs)
  return {
    openCalls: toDrifts(
      unreaped,
      (count) => `holds of ${count} calls past their deadline that are not closed`,
    ),
    holds: toDrifts(unreleased, (count) => `holds of ${count} closed calls`),
  }
}

/** Call id → time since it was closed. */
async function readClosedForMs(
  snapshot: Queryable,
  holds: readonly ListedHold[],
): Promise<ReadonlyMap<string, number>> {
  const closed = new Map<string, number>()
  const ids = holds.map(({ callId }) => callId).sort()
  for (let first = 0; first < ids.length; first += idsAtOnce) {
    const some = ids.slice(first, first + idsAtOnce)
    const { rows } = await snapshot.query<{ id: string; closed_for_ms: number }>(
      // The bounds exclude the partitions of other weeks.
      `select id, (extract(epoch from now() - created_at) * 1000)::double precision as closed_for_ms
         from calls where id = any ($1::uuid[]) and id between $2 and $3`,
      [some, some[0], some.at(-1)],
    )
    for (const { id, closed_for_ms } of rows) closed.set(id, closed_for_ms)
  }
  return closed
}

function toDrifts(holds: readonly ListedHold[], describe: (count: number) => string): AmountDrift[] {
  const byCompany = Map.groupBy(holds, ({ companyId }) => companyId)
  return [...byCompany].map(([ownerId, own]) => ({
    ownerId,
    what: describe(own.length),
    expectedMicros: 0n,
    actualMicros: own.reduce((sum, { estimateMicros }) => sum + estimateMicros, 0n),
  }))
}
