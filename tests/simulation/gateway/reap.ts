import { type Coroutine, sleepInBackground } from '../engine/coroutine.ts'
import { closeDeadCalls } from './close-dead-calls.ts'
import type { Incarnation } from './incarnation.ts'
import { releaseHolds } from './open-holds.ts'
import type { World } from './world.ts'

const reapEveryMs = 15_000

/** Closes the calls of dead processes every fifteen seconds. */
export function* reap(world: World, host: Incarnation): Coroutine<void> {
  const { redis, scheduler } = world
  while (!scheduler.isIdle() || redis.holdCount() > 0) {
    yield* sleepInBackground(reapEveryMs)
    if (redis.holdCount() === 0 || world.options.bug === 'never-reaps') continue
    const isMine = yield* redis.ask('claims reaping', (store) =>
      store.claimReaping(host.name, 2 * reapEveryMs),
    )
    if (!isMine) continue
    forgetOldSuspects(host, scheduler.nowMs)
    const holds = yield* redis.ask('looks for dead calls', (store) => store.readAllHolds())
    for (const companyId of new Set(holds.map((hold) => hold.companyId))) {
      const ofCompany = holds.filter((hold) => hold.companyId === companyId)
      const closed = yield* closeDeadCalls(world, host, ofCompany)
      const callIds = closed.map(({ callId }) => callId)
      if (callIds.length > 0) yield* releaseHolds(world, host, { companyId, callIds })
    }
  }
}

function forgetOldSuspects({ suspects }: Incarnation, nowMs: number): void {
  for (const [callId, sinceMs] of suspects) if (sinceMs <= nowMs - 4 * reapEveryMs) suspects.delete(callId)
}
