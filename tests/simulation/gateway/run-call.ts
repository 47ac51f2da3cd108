// One call through a gateway process, from its arrival until its hold is released. The process may die at every
// `yield`.
import type { CallEnd, FailureReason, FinishedCall } from '@gatehouse/calls/call'
import { type Coroutine, sleep } from '../engine/coroutine.ts'
import { admitCall } from './admit-call.ts'
import { type CallPlan, priceUsage } from './call-plan.ts'
import { describeHold, openHold, releaseHolds } from './open-holds.ts'
import type { Incarnation } from './incarnation.ts'
import { type Settler, settle } from './settler.ts'
import type { World } from './world.ts'

export function* runCall(world: World, host: Incarnation, { plan, settler }: RunningCall): Coroutine<void> {
  const { clients, scheduler } = world
  const admission = yield* admitCall(world, host, { ...plan, deadlineMs: holdDeadlineMs(world, host, plan) })
  if (admission !== 'admitted') return clients.inform(plan.id, 'refused')
  const { id: callId, companyId, estimateMicros, deadlineMs } = plan
  openHold(world, host, { callId, companyId, estimateMicros, deadlineAtMs: scheduler.nowMs + deadlineMs })

  const call = toFinished(plan, yield* stream(world, plan))
  const settled = yield* settle(settler, call)
  switch (settled.kind) {
    case 'settled':
      // The process releases the hold together with those of the call's batch.
      clients.inform(callId, call.end.kind === 'failed' ? 'error' : 'done')
      break
    case 'known':
      clients.inform(callId, settled.status === 'FAILED' ? 'error' : 'done')
      yield* releaseKnown(world, host, call)
      break
    case 'rejected':
      yield* giveUp(world, host, { call, settler })
      break
  }
}

export type RunningCall = { plan: CallPlan; settler: Settler }

/** The deadline of a hold is relative, so that only Redis's own clock matters. */
function holdDeadlineMs({ options }: World, host: Incarnation, { deadlineMs }: CallPlan): number {
  return options.bug === 'reaps-by-wall-clock' ? deadlineMs + host.wallOffsetMs : deadlineMs
}

function* stream(world: World, plan: CallPlan): Coroutine<CallEnd> {
  const { clients, scheduler } = world
  const startedMs = scheduler.nowMs
  for (let frame = 0; frame <= plan.frames; frame += 1) {
    yield* sleep(plan.frameMs)
    if (scheduler.nowMs - startedMs >= plan.hangsUpAfterMs) clients.hangUp(plan.id)
    // Before the usage has arrived there is nothing to charge; afterwards it no longer matters whether the client is
    // connected.
    if (clients.isGone(plan.id)) return endWithoutUsage(world, plan, 'client_gone')
    if (scheduler.nowMs - startedMs > plan.deadlineMs) return endWithoutUsage(world, plan, 'provider_timeout')
  }
  if (plan.ending !== 'usage') return endWithoutUsage(world, plan, plan.ending)
  const priced = priceUsage(plan, plan.usage)
  scheduler.record('provider', `ends ${plan.id} with its usage`)
  if (priced.kind === 'unpriced') return { kind: 'parked', reason: priced.reason, usage: plan.usage }
  clients.gotUsage(plan.id, priced.chargedMicros)
  if (plan.hangsUpAfterMs < Number.POSITIVE_INFINITY) clients.hangUp(plan.id)
  const { chargedMicros, priceVersion } = priced
  return { kind: 'succeeded', usage: plan.usage, priceVersion, chargedMicros }
}

function endWithoutUsage(world: World, plan: CallPlan, reason: FailureReason): CallEnd {
  world.scheduler.record('provider', `ends ${plan.id}: ${reason}`)
  if (world.options.bug !== 'charges-calls-without-usage' || reason !== 'client_gone')
    return { kind: 'failed', reason }
  return { kind: 'succeeded', usage: plan.usage, priceVersion: 1n, chargedMicros: plan.estimateMicros }
}

/**
 * Releases the hold of a call that the ledger reports as already closed. The answer to the batch that closed it was
 * lost, so the balance after it is read here and sent with the release.
 */
function* releaseKnown(world: World, host: Incarnation, { id, companyId }: FinishedCall): Coroutine<void> {
  const { postgres, options, scheduler } = world
  if (options.bug === 'leaks-holds-of-known-calls') return
  if (options.bug === 'releases-known-calls-without-balance') {
    return yield* releaseHolds(world, host, { companyId, callIds: [id] })
  }
  for (;;) {
    const answer = yield* postgres.ask(`reads the balance after ${id}`, (server) =>
      server.readSnapshot(companyId, []),
    )
    if (answer.isOk) {
      const { balanceMicros, version } = answer.value
      return yield* releaseHolds(world, host, {
        companyId,
        callIds: [id],
        balance: { balanceMicros, version },
      })
    }
    yield* sleep(scheduler.random.between(100, 1_000))
  }
}

/**
 * Informs the client that there is no charge. The hold stays until the call is certainly closed: the settler rejects
 * settling the call as failed while an earlier attempt is pending; afterwards it succeeds, or finds the call closed.
 */
function* giveUp(
  world: World,
  host: Incarnation,
  { call, settler }: { call: FinishedCall; settler: Settler },
): Coroutine<void> {
  const { clients, redis, options, scheduler } = world
  const { id, companyId } = call
  host.givenUp.add(id)
  clients.setOwing(id, true)
  const hold = host.open.get(id)
  if (options.recordsGiveUps && hold) {
    const holds = [describeHold(world, host, hold)]
    yield* redis.ask(`records that ${id} is given up`, (store) => store.update({ companyId, holds }))
  }
  clients.inform(id, 'error')
  const failed: FinishedCall = { ...call, end: { kind: 'failed', reason: 'settle_unavailable' } }
  for (;;) {
    yield* sleep(scheduler.random.between(300, 1_000))
    const settled = yield* settle(settler, failed)
    if (settled.kind !== 'rejected') break
  }
  clients.setOwing(id, false)
  yield* releaseKnown(world, host, call)
}

function toFinished(plan: CallPlan, end: CallEnd): FinishedCall {
  const { id, companyId, keyId, alias, estimateMicros, frames, frameMs } = plan
  return {
    id,
    companyId,
    keyId,
    alias,
    operation: 'chat',
    end,
    heldMicros: estimateMicros,
    durationMs: frames * frameMs,
  }
}
