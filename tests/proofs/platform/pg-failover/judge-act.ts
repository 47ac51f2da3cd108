import type { LoadCall } from '../dependency-loss/steady-load.ts'
import type { Act, ActName } from './acts.ts'
import { longAnswerMs } from '../dependency-loss/plan-answers.ts'

const ttlMs = 20_000
export const unavailableMsMax: Readonly<Record<ActName, number>> = {
  crash: 6_000,
  node: ttlMs + 8_000,
  freeze: ttlMs + 8_000,
  standby: 2_000,
  switchover: 3_000,
}
export const rejectedWithinMs = 2_000
/** The default of CHARGE_WAIT_MS. */
export const chargeWaitMs = 10_000

export type JudgedAct = Act & {
  /** From the start of the first call that was not served to the start of the last one. */
  unavailableMs: number
  /** From the disturbance to the start of the last call that was not served. */
  servedAfterMs: number
  /** Calls that were rejected before they were forwarded. */
  rejected: number
  slowestRejectionMs: number
  /** Forwarded calls without a complete answer. */
  unanswered: number
  brokenOff: number
  /** Time of the slowest call that was forwarded, beyond what the provider needs. */
  slowestForwardedMs: number
  /** Neither a complete answer, nor 503 with retry-after, nor an error frame. */
  wrong: readonly LoadCall[]
}

/** Calls that were open when the act began belong to it too. */
export function isDuring(act: Act, { startedMs, endedMs }: LoadCall): boolean {
  return endedMs >= act.startedMs && startedMs < act.untilMs
}

export function judgeAct(act: Act, calls: readonly LoadCall[], forwarded: ReadonlySet<number>): JudgedAct {
  const during = calls.filter((call) => isDuring(act, call))
  const begun = during.filter(({ startedMs }) => startedMs >= act.startedMs)
  const failed = during.filter(({ ending }) => ending !== 'whole')
  const rejected = failed.filter(({ number }) => !forwarded.has(number))
  const begunFailed = begun.filter(({ ending }) => ending !== 'whole')
  const failedAtMs = begunFailed.map(({ startedMs }) => startedMs)
  const [firstFailedMs, lastFailedMs] = [Math.min(...failedAtMs), Math.max(...failedAtMs)]
  const tookMs = ({ startedMs, endedMs }: LoadCall) => endedMs - startedMs
  const slowest = (some: readonly LoadCall[]) => Math.max(0, ...some.map(tookMs))
  return {
    ...act,
    unavailableMs: begunFailed.length === 0 ? 0 : lastFailedMs - firstFailedMs,
    servedAfterMs: begunFailed.length === 0 ? 0 : lastFailedMs - act.startedMs,
    rejected: rejected.length,
    slowestRejectionMs: slowest(rejected),
    unanswered: failed.length - rejected.length,
    brokenOff: failed.filter(({ ending }) => ending === 'broken off').length,
    slowestForwardedMs: Math.max(
      0,
      slowest(during.filter(({ number }) => forwarded.has(number))) - longAnswerMs,
    ),
    wrong: failed.filter(({ ending }) => ending !== 'unavailable' && ending !== 'broken off'),
  }
}

export function describeAct(judged: JudgedAct): string {
  const { name, servers, unavailableMs, servedAfterMs, rejected, slowestRejectionMs, unanswered, brokenOff } =
    judged
  return (
    `${name} (${servers}): unavailable ${seconds(unavailableMs)}, served again after ${seconds(servedAfterMs)}, ${rejected} rejected, the slowest after ` +
    `${seconds(slowestRejectionMs)}, ${unanswered} forwarded calls without an answer, ${brokenOff} of them broken off, ` +
    `the slowest forwarded call waited ${seconds(judged.slowestForwardedMs)}, ${judged.wrong.length} wrong, ` +
    `complete after ${seconds(judged.untilMs - judged.startedMs)}`
  )
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`
}
