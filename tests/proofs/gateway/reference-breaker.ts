// A second implementation of the breaker's documented rules, built differently from the product: no counter and no
// flag, only the list of calls that each phase admitted, re-read for every decision.
import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'

export type Report = 'succeed' | 'fail' | 'abandon'

type Call = { id: number; startedMs: number; report?: Report }

type Phase = {
  state: BreakerState
  sinceMs: number
  calls: Call[]
  reports: { call: number; report: Report }[]
}

export type ReferenceBreaker = {
  state(nowMs: number): BreakerState
  retryAfterMs(nowMs: number): number
  callsMax(nowMs: number): number
  mayCall(nowMs: number): boolean
  noteCall(id: number, nowMs: number): void
  noteReport(id: number, report: Report, nowMs: number): void
}

export const rules = { failuresToOpen: 5, cooldownMs: 60_000, testTimeoutMs: 60_000, rampSuccesses: 16 }

export function createReferenceBreaker(): ReferenceBreaker {
  let phase: Phase = begin('closed', 0)
  /** Whether the closed phase follows a recovery; the first closed phase does not. */
  let isRecovered = false

  function begin(state: BreakerState, sinceMs: number): Phase {
    return { state, sinceMs, calls: [], reports: [] }
  }

  function passTime(nowMs: number): void {
    const test =
      phase.state === 'half-open' ? phase.calls.find(({ report }) => report === undefined) : undefined
    if (test && nowMs >= test.startedMs + rules.testTimeoutMs)
      phase = begin('open', test.startedMs + rules.testTimeoutMs)
    if (phase.state === 'open' && nowMs >= phase.sinceMs + rules.cooldownMs) phase = begin('half-open', nowMs)
  }

  const answers = () => phase.reports.filter(({ report }) => report === 'succeed').length
  const isOnRamp = () => isRecovered && answers() + 1 < rules.rampSuccesses
  /**
   * Number of concurrent calls allowed after a recovery. The successful test call counts as an answer too, although it
   * belongs to the previous phase.
   */
  const widthOfRamp = () => 2 + answers()

  function underWay(nowMs: number): number {
    return phase.calls.filter(
      ({ report, startedMs }) => report === undefined && nowMs < startedMs + rules.testTimeoutMs,
    ).length
  }

  function afterReport(nowMs: number): void {
    const judged = phase.reports.filter(({ report }) => report !== 'abandon')
    const last = judged.slice(-rules.failuresToOpen)
    const haveAllFailed =
      last.length === rules.failuresToOpen && last.every(({ report }) => report === 'fail')
    if (phase.state === 'closed' && haveAllFailed) phase = begin('open', nowMs)
    if (phase.state === 'half-open' && judged.length > 0) {
      isRecovered = judged[0]?.report === 'succeed'
      phase = begin(isRecovered ? 'closed' : 'open', nowMs)
    }
  }

  return {
    state(nowMs) {
      passTime(nowMs)
      return phase.state
    },
    retryAfterMs(nowMs) {
      passTime(nowMs)
      return phase.state === 'open' ? Math.ceil(phase.sinceMs + rules.cooldownMs - nowMs) : 0
    },
    callsMax(nowMs) {
      passTime(nowMs)
      if (phase.state === 'open') return 0
      if (phase.state === 'half-open') return 1
      return isOnRamp() ? widthOfRamp() : Number.POSITIVE_INFINITY
    },
    mayCall(nowMs) {
      passTime(nowMs)
      if (phase.state === 'open') return false
      if (phase.state === 'half-open') return phase.calls.every(({ report }) => report !== undefined)
      return !isOnRamp() || underWay(nowMs) < widthOfRamp()
    },
    noteCall(id, nowMs) {
      passTime(nowMs)
      phase.calls.push({ id, startedMs: nowMs })
    },
    noteReport(id, report, nowMs) {
      passTime(nowMs)
      const call = phase.calls.find((each) => each.id === id)
      if (!call) return
      call.report = report
      phase.reports.push({ call: id, report })
      afterReport(nowMs)
    },
  }
}
