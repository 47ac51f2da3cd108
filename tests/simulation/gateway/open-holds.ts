// The holds of a process: told to Redis again and again while their calls run, and released when they are closed.
import { type Coroutine, sleep, spawn } from '../engine/coroutine.ts'
import type { HoldToTell, KnownBalance } from '../servers/simulated-redis.ts'
import type { Incarnation, OpenHold } from './incarnation.ts'
import type { World } from './world.ts'

const beatEveryMs = 2_000
/** While its process lives, a call that is open keeps its hold at least this much longer. */
const extensionMs = 30_000

export function describeHold({ options, scheduler }: World, host: Incarnation, hold: OpenHold): HoldToTell {
  const { callId, estimateMicros, deadlineAtMs } = hold
  const leftMs = deadlineAtMs - scheduler.nowMs
  return {
    callId,
    estimateMicros,
    // A deadline by the clock on the wall, read by somebody else's.
    remainingMs:
      options.bug === 'reaps-by-wall-clock' ? leftMs + host.wallOffsetMs : Math.max(extensionMs, leftMs),
    isGivenUp: options.notesGiveUps && host.givenUp.has(callId),
  }
}

export function openHold(world: World, host: Incarnation, hold: OpenHold): void {
  host.open.set(hold.callId, hold)
  if (host.isBeating) return
  host.isBeating = true
  spawn(world.scheduler, host, beat(world, host))
}

function* beat(world: World, host: Incarnation): Coroutine<void> {
  while (host.open.size > 0) {
    yield* sleep(beatEveryMs)
    for (const companyId of new Set([...host.open.values()].map((hold) => hold.companyId))) {
      // Those that were finished while the others were told must not come back.
      const running = [...host.open.values()].filter((hold) => hold.companyId === companyId)
      const holds = running.map((hold) => describeHold(world, host, hold))
      if (holds.length > 0) yield* world.redis.ask('beats', (store) => store.update({ companyId, holds }))
    }
  }
  host.isBeating = false
}

/** Takes the holds of closed calls off, together with the balance that their charges are in. */
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
