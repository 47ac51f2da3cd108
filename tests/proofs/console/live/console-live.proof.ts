import { percentile } from '../../kit/percentile.ts'
import { type Proof, judged, notMeasured } from '../../proof.ts'
import { openConsoleSetup } from '../open-console-setup.ts'
import { type Flooded, floodLogs } from './flood-logs.ts'
import { type MeasuredCharges, measureCharges } from './measure-charges.ts'
import { writeLines } from './write-lines.ts'

const sizes = {
  short: { calls: 10, seconds: 9, isFilled: false },
  long: { calls: 120, seconds: 60, isFilled: true },
}
const shownMsMax = 2_000
const frameMsMax = { p95: 50, p99: 100 }
const growthMax = { share: 0.05, bytes: 4_000_000 }
const rowsDrawnMax = 60
const linesPerSecondMin = 990

type Part = { figure: string; isPassed: boolean }

export const proof: Proof = {
  name: 'console-live',
  tier: 'night',
  claim:
    'a charge is on the screen of the console soon after the end of its call, and the live log keeps up with a thousand lines per second',
  bar:
    `≥ 100 calls: from [DONE] to Home (balance and row) and to Calls p95 ≤ ${shownMsMax / 1_000} s, no wrong figure; 1,000 lines/s for 60 s into a full list: ` +
    `frames p95 ≤ ${frameMsMax.p95} ms, p99 ≤ ${frameMsMax.p99} ms, heap after the last third at most 5 % or 4 MB above that after the first, ` +
    `≤ ${rowsDrawnMax} rows drawn, lines shown + lines said to be missing = lines written`,
  async run({ isShort, progress }) {
    await using scope = new AsyncDisposableStack()
    const setup = await openConsoleSetup(scope)
    if (!setup) return notMeasured('there is no Chromium on this machine')
    const size = sizes[isShort ? 'short' : 'long']
    const charges = await measureCharges(scope, setup, size.calls)
    const shown = judgeCharges(charges, size.calls)
    for (const text of new Set(charges.wrong)) progress(text)
    progress(shown.figure)
    const flooded = await floodLogs(setup, { ...size, progress })
    for (const text of new Set(flooded.wrong)) progress(text)
    const logs = judgeFlood(flooded, size)
    progress(logs.figure)
    return judged({ figure: `${shown.figure}; ${logs.figure}`, isPassed: shown.isPassed && logs.isPassed })
  },
  async tryTools(scope) {
    const setup = await openConsoleSetup(scope)
    if (!setup) return
    const { lines } = await writeLines(setup.redis, {
      name: 'trial',
      perSecond: 1_000,
      isWanted: (_, elapsedMs) => elapsedMs < 500,
    })
    if (lines < 100) throw new Error(`${lines} log lines were written in half a second`)
  },
}

function judgeCharges({ onHome, onCalls, wrong }: MeasuredCharges, calls: number): Part {
  const worst = Math.max(percentile(onHome, 0.95), percentile(onCalls, 0.95))
  return {
    figure:
      `${onHome.length} calls: from [DONE] to Home ${times(onHome)}, to Calls ${times(onCalls)}, ` +
      `${wrong.length} wrong figures`,
    isPassed:
      onHome.length === calls && onCalls.length === calls && wrong.length === 0 && worst <= shownMsMax,
  }
}

function times(values: readonly number[]): string {
  return `p50 ${percentile(values, 0.5).toFixed(0)}, p95 ${percentile(values, 0.95).toFixed(0)}, max ${Math.max(...values).toFixed(0)} ms`
}

function judgeFlood(flooded: Flooded, { isFilled }: { isFilled: boolean }): Part {
  const { idleFrames, frames, written, heapBytes, rowsDrawn, shown, skipped, wrong } = flooded
  const [p95, p99] = [percentile(frames, 0.95), percentile(frames, 0.99)]
  const rate = written.lines / (written.tookMs / 1_000)
  const grown = heapBytes.late - heapBytes.early
  const isFlat = grown <= Math.max(growthMax.bytes, growthMax.share * heapBytes.early)
  return {
    figure:
      `${rate.toFixed(0)} lines/s: ${frames.length} frames p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${Math.max(...frames).toFixed(0)} ms ` +
      `(idle p95 ${percentile(idleFrames, 0.95).toFixed(1)}, p99 ${percentile(idleFrames, 0.99).toFixed(1)} ms), ` +
      `heap ${megabytes(heapBytes.early)} → ${megabytes(heapBytes.late)} MB, ${rowsDrawn} rows drawn, ` +
      `${written.lines} lines written, ${shown} shown, ${skipped} said to be missing`,
    isPassed:
      p95 <= frameMsMax.p95 &&
      p99 <= frameMsMax.p99 &&
      rate >= linesPerSecondMin &&
      // Until the list is full, its lines take up memory.
      (isFlat || !isFilled) &&
      rowsDrawn > 0 &&
      rowsDrawn <= rowsDrawnMax &&
      wrong.length === 0,
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
