import { type ProofResult, judged } from '../../proof.ts'
import type { Comparison } from '../dependency-loss/compare-ledger.ts'
import { mostInAMinute } from '../dependency-loss/most-in-a-minute.ts'
import { type LoadCall, hasFailed } from '../dependency-loss/steady-load.ts'
import type { ErrorCheck } from './error-writer.ts'

export type Act = {
  how: 'killed' | 'frozen'
  faultMs: number
  /** When the other servers had agreed on a new master. */
  replacedMs: number
  /** When all gateways used Redis again; infinite if they did not. */
  usedMs: number
  /** Whether a gateway decided without Redis meanwhile. */
  wasAway: boolean
  lines: ErrorCheck
}

export type GroupRun = {
  name: 'Sentinels' | 'cluster'
  acts: readonly Act[]
  calls: readonly LoadCall[]
  ledger: Comparison
  /** Holds that Redis kept although their calls are closed. */
  holdsLeft: number
}

const usedWithinMs = 5_000
// Calls shortly before Redis is used again may already be decided by it.
const decidedWithinMs = 500

export function judgeRuns(runs: readonly GroupRun[], rpm: number): ProofResult {
  const calls = runs.flatMap((run) => run.calls)
  const acts = runs.flatMap((run) => run.acts)
  const failed = calls.filter(hasFailed).length
  const limited = runs.map((run) => run.acts.flatMap((act) => limitedDuring(act, run.calls)))
  const mostWithout = Math.max(...limited.map(mostInAMinute))
  const mostInAll = Math.max(...runs.map((run) => mostInAMinute(run.calls)))
  const sumOf = (read: (ledger: Comparison) => number) =>
    runs.reduce((sum, { ledger }) => sum + read(ledger), 0)
  const wrong = sumOf(
    ({ lost, chargedForNothing, doubled, unrecorded, drifting }) =>
      lost + chargedForNothing + doubled + unrecorded + drifting,
  )
  const missing = acts.reduce((sum, { lines }) => sum + lines.missing, 0)
  const slowest = Math.max(...acts.map(({ usedMs, replacedMs }) => usedMs - replacedMs))
  return judged({
    figure:
      `${calls.length.toLocaleString('en')} calls, ${failed} failed; ${runs.map(describeRun).join('; ')}; Redis in use ` +
      `≤ ${seconds(Math.max(0, slowest))} s after the new master; limited key ≤ ${mostWithout} of ${rpm} in a minute without Redis, ≤ ${mostInAll} in any minute; ` +
      `${missing} of ${sumLines(acts).toLocaleString('en')} error lines lost, ${acts.reduce((sum, { lines }) => sum + lines.repeated, 0)} repeated; ` +
      `${runs.reduce((sum, { holdsLeft }) => sum + holdsLeft, 0)} holds left behind, ${sumOf(({ lost }) => lost)} lost of ${sumOf(({ acknowledged }) => acknowledged).toLocaleString('en')} acknowledged charges, ` +
      `${sumOf(({ chargedForNothing }) => chargedForNothing)} charged for nothing, ${sumOf(({ doubled }) => doubled)} doubled, ${sumOf(({ unrecorded }) => unrecorded)} unrecorded, drift ${sumOf(({ drifting }) => drifting)}`,
    isPassed:
      failed + wrong + missing === 0 &&
      slowest <= usedWithinMs &&
      mostWithout <= rpm &&
      // Redis and the processes without it may each admit the whole limit within one minute, but nothing beyond.
      mostInAll <= 2 * rpm &&
      // Otherwise nothing was measured: no gateway noticed the loss, or the limit was never reached.
      acts.every(({ wasAway }) => wasAway) &&
      limited.flat().some(({ ending }) => ending === 'limited'),
  })
}

export function describeAct(act: Act, calls: readonly LoadCall[]): string {
  const { how, faultMs, replacedMs, usedMs, lines } = act
  const limited = Map.groupBy(limitedDuring(act, calls), ({ ending }) => ending)
  const failed = calls.filter((call) => hasFailed(call) && call.endedMs >= faultMs)
  return (
    `master ${how}: replaced after ${seconds(replacedMs - faultMs)} s, Redis in use after ${seconds(usedMs - faultMs)} s; ` +
    `${failed.length} calls failed, the limited key was admitted ` +
    `${limited.get('whole')?.length ?? 0} and refused ${limited.get('limited')?.length ?? 0} times; ` +
    `${lines.missing} of ${lines.written} error lines lost, ${lines.repeated} repeated` +
    failed
      .slice(0, 5)
      .map(
        ({ startedMs, ending, description }) =>
          `\n  ${ending} after ${seconds(startedMs - faultMs)} s: ${description}`,
      )
      .join('')
  )
}

function describeRun({ name, acts }: GroupRun): string {
  const times = (read: (act: Act) => number, how: Act['how']) => {
    const found = acts.filter((act) => act.how === how).map(read)
    return `${seconds(Math.min(...found))}–${seconds(Math.max(...found))} s`
  }
  const hows = [...new Set(acts.map(({ how }) => how))]
  return (
    `${name}: ` +
    hows
      .map(
        (how) =>
          `${acts.filter((act) => act.how === how).length} × ${how}, in use again ${times(({ usedMs, faultMs }) => usedMs - faultMs, how)} after the fault`,
      )
      .join(', ')
  )
}

/** The calls of the limited key while Redis was away. */
function limitedDuring({ faultMs, usedMs }: Act, calls: readonly LoadCall[]): LoadCall[] {
  return calls.filter(
    ({ isLimited, startedMs }) => isLimited && startedMs >= faultMs && startedMs < usedMs - decidedWithinMs,
  )
}

function sumLines(acts: readonly Act[]): number {
  return acts.reduce((sum, { lines }) => sum + lines.written, 0)
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(2)
}
