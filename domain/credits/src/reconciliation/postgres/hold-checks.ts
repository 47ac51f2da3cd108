// Holds are in Redis and calls in Postgres. Each has a while to hear of the other, because both processes and Redis
// may die in between; what is still apart afterwards is drift.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { ListedHold } from '../ledger-inspector.ts'
import type { AmountDrift } from '../reconciliation-report.ts'

// The reaper waits for a minute, looks every 15 s and must see a dead hold twice.
const reapedWithinMs = 300_000
const releasedWithinMs = 60_000
// Looked up by their ids in groups of this size, so that the planner never prefers to read the whole table.
const idsAtOnce = 1_000

export type HoldDrifts = { openCalls: readonly AmountDrift[]; holds: readonly AmountDrift[] }

export async function checkHolds(snapshot: Queryable, holds: readonly ListedHold[]): Promise<HoldDrifts> {
  const closed = await readClosedForMs(snapshot, holds)
  const unreaped = holds.filter(
    ({ callId, remainingMs }) => !closed.has(callId) && remainingMs < -reapedWithinMs,
  )
  const unreleased = holds.filter(({ callId }) => (closed.get(callId) ?? 0) > releasedWithinMs)
  return {
    openCalls: toDrifts(unreaped, (count) => `holds of ${count} calls that are over and not closed`),
    holds: toDrifts(unreleased, (count) => `holds of ${count} calls that are closed`),
  }
}

/** Call id → how long ago it was closed. */
async function readClosedForMs(
  snapshot: Queryable,
  holds: readonly ListedHold[],
): Promise<ReadonlyMap<string, number>> {
  const closed = new Map<string, number>()
  const ids = holds.map(({ callId }) => callId).sort()
  for (let first = 0; first < ids.length; first += idsAtOnce) {
    const some = ids.slice(first, first + idsAtOnce)
    const { rows } = await snapshot.query<{ id: string; closed_for_ms: number }>(
      // The bounds leave out the partitions of other weeks.
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
