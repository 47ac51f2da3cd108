// The holds of a process: sent to Redis with every heartbeat while their calls run, and released when the calls are
// closed.
import { type Coroutine, sleep, spawn } from '../engine/coroutine.ts'
import type { HoldReport, KnownBalance } from '../servers/simulated-redis.ts'
import type { Incarnation, OpenHold } from './incarnation.ts'
import type { World } from './world.ts'

const heartbeatEveryMs = 2_000
/** At each heartbeat, the hold of an open call is extended to at least this long from then. */
const extensionMs = 30_000

export function describeHold({ options, scheduler }: World, host: Incarnation, hold: OpenHold): HoldReport {
  const { callId, estimateMicros, deadlineAtMs } = hold
  const leftMs = deadlineAtMs - scheduler.nowMs
  return {
    callId,
    estimateMicros,
    // With the planted bug, the remaining time includes the error of this process's wall clock.
    remainingMs:
      options.bug === 'reaps-by-wall-clock' ? leftMs + host.wallOffsetMs : Math.max(extensionMs, leftMs),
    isGivenUp: options.recordsGiveUps && host.givenUp.has(callId),
  }
}

export function openHold(world: World, host: Incarnation, hold: OpenHold): void {
  host.open.set(hold.callId, hold)
  if (host.isSendingHeartbeats) return
  host.isSendingHeartbeats = true
  spawn(world.scheduler, host, sendHeartbeats(world, host))
}

function* sendHeartbeats(world: World, host: Incarnation): Coroutine<void> {
  while (host.open.size > 0) {
    yield* sleep(heartbeatEveryMs)
    for (const companyId of new Set([...host.open.values()].map((hold) => hold.companyId))) {
      // Read again for each company: calls that finished meanwhile must not get their holds back.
      const running = [...host.open.values()].filter((hold) => hold.companyId === companyId)
      const holds = running.map((hold) => describeHold(world, host, hold))
      if (holds.length > 0)
        yield* world.redis.ask('sends a heartbeat', (store) => store.update({ companyId, holds }))
    }
  }
  host.isSendingHeartbeats = false
}

/** Releases the holds of closed calls, together with the balance that includes their charges. */
export function* releaseHolds(
  { redis }: World,
  host: Incarnation,
  closed: { companyId: string; callIds: readonly string[]; balance?: KnownBalance },
): Coroutine<void> {
  const { companyId, callIds, balance } = closed
  for (const callId of callIds) host.open.delete(callId)
  yield* redis.ask(`releases ${callIds.join(', ') || 'nothing'}`, (store) =>
    store.update({ companyId, finished: callIds, ...(balance && { balance }) }),
  )
}
