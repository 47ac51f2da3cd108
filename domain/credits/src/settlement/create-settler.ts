// The process's group commit. Finished calls come in one by one, go down in batches, and each caller's promise
// resolves only after COMMIT: a caller who sees it resolve may send the last byte.
import { type FinishedCall, answerBytes } from '@gatehouse/calls/call'
import type { Timer } from '@gatehouse/runtime/clock'
import { assert } from '@gatehouse/runtime/assert'
import { Fault } from '@gatehouse/runtime/fault'
import { PendingAnswerBytes, largeAnswerBytes } from './answer-bytes.ts'
import { createSettlerMetrics } from './settler-metrics.ts'
import type { Entry } from './entry.ts'
import { Lane } from './lane.ts'
import { RefusedCalls } from './refused-calls.ts'
import {
  type Settled,
  type SettlerDeps,
  type SettlerLimits,
  defaultSettlerLimits,
} from './settler-options.ts'

export type Settler = {
  /** Resolves when the call is durable; rejects when it is not and will not be charged. */
  settle(call: FinishedCall): Promise<Settled>
  /** The ledger cannot be reached: a call that finished now would wait in vain. */
  isStuck(): boolean
  /** Calls that are not durable yet. */
  pending(): number
  /** Resolves when nothing is pending. */
  drained(): Promise<void>
}

const deadlineCheckMs = 25
/** With no more calls than this pending, one lane takes them all. */
const quietMax = 32

export function createSettler(deps: SettlerDeps, limits: Partial<SettlerLimits> = {}): Settler {
  const { lanes: laneCount, queueLengthMax, ...rest } = { ...defaultSettlerLimits, ...limits }
  const pending = new Map<string, Entry>()
  const pendingAnswers = new PendingAnswerBytes(rest)
  const refused = new RefusedCalls(queueLengthMax)
  const metrics = createSettlerMetrics(deps.metrics, () => pending.size)
  let drainWaiters: (() => void)[] = []
  let timer: Timer | undefined

  function onClosed(entry: Entry): void {
    pending.delete(entry.call.id)
    pendingAnswers.remove(entry.call)
    // Only into the half that is free, so that those who still wait for their charge come first.
    refused.takeWhile(() => pending.size < queueLengthMax / 2, push, tooManyWait)
    if (pending.size > 0) return
    for (const resolve of drainWaiters.splice(0)) resolve()
  }

  const laneDeps = { ...deps, random: Math.random, onClosed, onSent: metrics.observeBatch }
  const lanes = Array.from({ length: laneCount }, () => new Lane(laneDeps, rest.batchSizeMax))
  // Large answers take so long to write that the charges of other companies must neither wait behind them nor go along.
  const answerLane = new Lane(laneDeps, rest.batchSizeMax, { isForLargeAnswers: true })

  // One timer for all, and none while nothing waits: a timer per call would cost more than the call.
  function watchDeadlines(): void {
    timer ??= deps.clock.after(deadlineCheckMs, () => {
      timer = undefined
      const nowMs = deps.clock.monotonicMs()
      for (const entry of pending.values()) {
        if (entry.isGivenUp || entry.deadlineAtMs > nowMs) continue
        entry.isGivenUp = true
        metrics.givenUp.inc()
        entry.waiter.reject(settleUnavailable('not durable in time'))
      }
      if (pending.size > 0) watchDeadlines()
    })
  }

  function push(entry: Entry): void {
    const { id, companyId } = entry.call
    pending.set(id, entry)
    if (answerBytes(entry.call) >= largeAnswerBytes) return answerLane.push(entry)
    // A few go down together: two small commits side by side take each other's time and share nothing.
    lanes[pending.size <= quietMax ? 0 : laneOf(companyId, laneCount)]?.push(entry)
  }

  return {
    settle(call) {
      const known = pending.get(call.id)
      if (known) return known.waiter.promise
      // Refused once, it stays so: its caller was told that there is no charge.
      if (refused.has(call.id)) return Promise.reject(tooManyWait())
      if (pending.size >= queueLengthMax) {
        refused.keep(call)
        metrics.givenUp.inc()
        return Promise.reject(tooManyWait())
      }
      const waiter = Promise.withResolvers<Settled>()
      const deadlineAtMs = deps.clock.monotonicMs() + rest.deadlineMs
      const entry: Entry = { call: pendingAnswers.add(call), waiter, deadlineAtMs, isGivenUp: false }
      push(entry)
      watchDeadlines()
      return waiter.promise
    },
    isStuck: () => lanes.some((lane) => lane.isStuck),
    pending: () => pending.size + refused.size,
    drained: () =>
      pending.size === 0 ? Promise.resolve() : new Promise((resolve) => drainWaiters.push(resolve)),
  }
}

/** The last digits of an id are random, so companies spread evenly. */
function laneOf(companyId: string, laneCount: number): number {
  const lane = (companyId.charCodeAt(35) + companyId.charCodeAt(34) * 7) % laneCount
  assert(lane >= 0, 'a company id is a UUID')
  return lane
}

function tooManyWait(): Fault {
  return settleUnavailable('too many calls are waiting')
}

function settleUnavailable(why: string): Fault {
  return new Fault({
    kind: 'unavailable',
    code: 'credits.settle_unavailable',
    publicMessage: 'The charge could not be recorded, so nothing was charged. Try again shortly.',
    context: { why },
    retryAfterMs: 1_000,
  })
}
