import type { FinishedCall } from '@gatehouse/calls/call'
import type { Coroutine } from '../engine/coroutine.ts'
import { type ReadHold, deadAfterMs } from '../servers/simulated-redis.ts'
import type { Incarnation } from './incarnation.ts'
import type { World } from './world.ts'

// Long enough for every live process to have extended its holds.
const confirmAfterMs = 10_000

/**
 * Records the calls of dead processes as failed, once their holds were found dead twice with heartbeats in between. A
 * call that was charged although its client was informed that there is no charge is refunded. Returns the holds of the
 * calls that are closed now, by this process or another.
 */
export function* closeDeadCalls(
  world: World,
  host: Incarnation,
  holds: readonly ReadHold[],
): Coroutine<readonly ReadHold[]> {
  const confirmed = confirmDead(world, host, holds)
  let open = confirmed
  while (open.length > 0) {
    const calls = open.map(toFailedCall)
    const answer = yield* world.postgres.ask(
      `closes dead ${open.map(({ callId }) => callId).join(', ')}`,
      (server) => {
        const outcome = server.settle(calls)
        if (outcome.kind === 'settled') calls.forEach(({ id }) => checkIsDead(world, id))
        return outcome
      },
    )
    // Postgres did not answer. The next pass will find the same holds again.
    if (!answer.isOk) return []
    if (answer.value.kind === 'settled') break
    const statuses = new Map(answer.value.calls.map(({ id, status }) => [id, status]))
    for (const { callId, isGivenUp } of open) {
      const isOwed = isGivenUp && statuses.get(callId) === 'SUCCEEDED'
      if (!isOwed || world.options.bug === 'crash-forgets-give-back') continue
      const givenBack = yield* world.postgres.ask(`refunds the dead ${callId}`, (server) =>
        server.giveBack(callId),
      )
      if (!givenBack.isOk) return []
    }
    open = open.filter(({ callId }) => !statuses.has(callId))
  }
  for (const { callId } of confirmed) host.suspects.delete(callId)
  return confirmed
}

function confirmDead(world: World, host: Incarnation, holds: readonly ReadHold[]): readonly ReadHold[] {
  const { nowMs } = world.scheduler
  const dead = holds.filter(({ remainingMs }) => remainingMs < -deadAfterMs)
  if (world.options.bug === 'reaps-at-first-sight') return dead
  for (const { callId } of dead) if (!host.suspects.has(callId)) host.suspects.set(callId, nowMs)
  return dead.filter(({ callId }) => nowMs - (host.suspects.get(callId) ?? nowMs) >= confirmAfterMs)
}

/** A running process has extended its holds, so none of its calls may ever be presumed dead. */
function checkIsDead({ clients, scheduler }: World, callId: string): void {
  const owner = clients.hostOf(callId)
  if (owner?.isAlive && owner.stalledUntilMs === 0)
    scheduler.violate(`${callId} was reaped while its process was running`)
}

function toFailedCall({ callId, companyId, estimateMicros }: ReadHold): FinishedCall {
  return {
    id: callId,
    companyId,
    keyId: `key of ${companyId}`,
    alias: 'svc/chat-default',
    operation: 'chat',
    end: { kind: 'failed', reason: 'process_died' },
    heldMicros: estimateMicros,
    durationMs: 0,
  }
}
