// The group commit of a process. Finished calls arrive one by one and are settled in batches; each caller's promise
// resolves only after COMMIT, when the caller may send the last byte.
import { type FinishedCall, answerBytes } from '@gatehouse/calls/call'
import { assert } from '@gatehouse/runtime/assert'
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { ShortLivedMap } from '@gatehouse/runtime/short-lived'
import { PendingAnswerBytes, largeAnswerBytes } from './answer-bytes.ts'
import { type Entry, RefusedCalls } from './entry.ts'
import { type LaneDeps, Lane } from './lane.ts'
import { createMarksWriter } from './marks-writer.ts'
import { createSettlerMetrics } from './settler-metrics.ts'
import {
  type Settled,
  type SettlerDeps,
  type SettlerLimits,
  defaultSettlerLimits,
} from './settler-options.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    credits:
      | 'credits.call_not_parked'
      | 'credits.parked_call_settled'
      | 'credits.settle_collided'
      | 'credits.settle_unavailable'
  }
}

export type Settler = {
  /** Resolves when the call is durable; rejects if it is not and will not be charged. */
  settle(call: FinishedCall): Promise<Settled>
  /**
   * Reports that the last byte of the call's answer was handed to the socket, or that its client is gone. Must be
   * called after every charge. The report is recorded within half a second, or when the ledger works again; if this
   * process dies before that, the charge is returned.
   */
  delivered(callId: string): void
  /** Whether the ledger cannot be reached, so that a call that finished now would wait in vain. */
  isStuck(): boolean
  /** Resolves when nothing is pending and all deliveries are recorded. */
  drained(): Promise<void>
}

/** Without its answer a call is small, so more of them are kept than may wait for their charge. */
const refusedPerPending = 5
/** Up to this many pending calls share one lane. */
const quietMax = 32

export function createSettler(deps: SettlerDeps, limits: Partial<SettlerLimits> = {}): Settler {
  const { lanes: laneCount, queueLengthMax, ...rest } = { ...defaultSettlerLimits, ...limits }
  const pending = new ShortLivedMap<string, Entry>()
  const pendingAnswers = new PendingAnswerBytes(rest)
  const refused = new RefusedCalls(refusedPerPending * queueLengthMax)
  const metrics = createSettlerMetrics(deps.metrics, () => pending.size)

  function onClosed(entry: Entry): void {
    pending.delete(entry.call.id)
    pendingAnswers.remove(entry.call)
    // Refused calls get only half of the queue, so that calls that still wait for their charge take precedence.
    refused.takeWhile(() => pending.size < queueLengthMax / 2, push, tooManyWait)
    marks.watch()
  }

  const marks = createMarksWriter(deps, () => allLanes, pending)
  const onSent = (size: number, tookMs: number) => {
    metrics.observeBatch(size, tookMs)
    // After an outage, the lanes that still pause would otherwise record their deliveries and charges half a second
    // later.
    for (const lane of allLanes) lane.retryNow()
  }
  const laneDeps = { ...deps, onClosed, onSent, onIdle: marks.onIdle }
  const { lanes, answerLane, allLanes } = openLanes(laneDeps, laneCount, rest.batchSizeMax)

  const watchDeadlines = createDeadlineWatch(deps.clock, pending, (entry) => {
    entry.isGivenUp = true
    metrics.givenUp.inc()
    entry.waiter.reject(settleUnavailable('not durable in time'))
  })

  function push(entry: Entry): void {
    const { id, companyId } = entry.call
    pending.set(id, entry)
    if (answerBytes(entry.call) >= largeAnswerBytes) return answerLane.push(entry)
    // While few calls are pending, all of them use one lane: two small concurrent commits would compete and share no
    // fsync.
    lanes[pending.size <= quietMax ? 0 : laneOf(companyId, laneCount)]?.push(entry)
  }

  return {
    settle(call) {
      const known = pending.get(call.id)
      if (known) return known.waiter.promise
      // A rejected call stays rejected: its caller was informed that it is not charged.
      if (refused.has(call.id)) return Promise.reject(tooManyWait())
      if (allLanes.some((lane) => lane.isUndelivered(call.id)))
        return Promise.resolve({ kind: 'known', status: 'SUCCEEDED' })
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
    delivered(callId) {
      const entry = pending.get(callId)
      if (entry) entry.isDelivered = !entry.isGivenUp
      else if (allLanes.some((lane) => lane.markDelivered(callId))) marks.watch()
    },
    isStuck: () => lanes.some((lane) => lane.isStuck),
    drained: marks.drained,
  }
}

function openLanes(deps: LaneDeps, laneCount: number, batchSizeMax: number) {
  const lanes = Array.from({ length: laneCount }, (_, number) => new Lane(deps, { number, batchSizeMax }))
  // Large answers take so long to write that the charges of other companies must neither wait behind them nor share
  // their batch.
  const answerLane = new Lane(deps, { number: laneCount, batchSizeMax, isForLargeAnswers: true })
  return { lanes, answerLane, allLanes: [...lanes, answerLane] }
}

/** The last digits of an id are random, so companies are spread evenly. */
function laneOf(companyId: string, laneCount: number): number {
  const lane = (companyId.charCodeAt(35) + companyId.charCodeAt(34) * 7) % laneCount
  assert(lane >= 0, 'a company id must be a UUID')
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

const checkEveryMs = 25

/**
 * Returns the function to call when an entry was added: from then on every entry whose deadline has passed is given up.
 */
export function createDeadlineWatch(
  clock: Clock,
  pending: Pick<ShortLivedMap<string, Entry>, 'size' | 'values'>,
  giveUp: (entry: Entry) => void,
): () => void {
  // One timer for all entries, and none while the queue is empty: a timer per call would cost more than the call.
  let timer: Timer | undefined
  const watch = () => {
    timer ??= clock.after(checkEveryMs, () => {
      timer = undefined
      const nowMs = clock.monotonicMs()
      for (const entry of pending.values()) {
        if (!entry.isGivenUp && entry.deadlineAtMs <= nowMs) giveUp(entry)
      }
      if (pending.size > 0) watch()
    })
  }
  return watch
}
