// Groups slow calls into stalls and finds what caused each: the gateway itself, the machine, or a server it waited for.
import { monotonicMs } from '../../../kit/monotonic-ms.ts'
import type { TimedCall } from '../open-loop.ts'
import type { LoopReport, LoopStall } from '../probe/loop-watch.ts'

/** `atMs` is the time since the first call was due. */
export type CallStall = { atMs: number; worstMs: number; calls: number; cause: Cause; detail: string }

type Cause =
  | 'gateway’s main thread'
  | 'gateway’s helper threads on its core'
  | 'another process on the gateway’s core'
  | 'the host'
  | 'the load’s own core'
  | 'commit'
  | 'Redis'
  | 'provider'
  /** No step of the call took much longer than the others. */
  | 'several steps'
  | 'unknown'

export type Loops = { gateway: LoopReport; load: LoopReport }

/** A call that took longer is part of a stall. */
export const slowMs = 20

type Span = { atMs: number; endMs: number }
type SlowSpan = Span & { slow: TimedCall[] }

export function findStalls(calls: readonly TimedCall[], loops: Loops): CallStall[] {
  const spans: SlowSpan[] = []
  const slow = calls.filter(({ tookMs }) => tookMs >= slowMs)
  for (const call of slow.toSorted((left, right) => left.dueMs - right.dueMs)) {
    const [atMs, endMs] = [call.dueMs, call.dueMs + call.tookMs]
    const last = spans.at(-1)
    if (last && atMs <= last.endMs) {
      last.endMs = Math.max(last.endMs, endMs)
      last.slow.push(call)
    } else spans.push({ atMs, endMs, slow: [call] })
  }
  const firstMs = calls.reduce((first, { dueMs }) => Math.min(first, dueMs), Number.POSITIVE_INFINITY)
  return spans.map((span) => describeStall(span, loops, firstMs))
}

function describeStall({ atMs, endMs, slow }: SlowSpan, loops: Loops, firstMs: number): CallStall {
  const worst = slow.reduce((left, right) => (right.tookMs > left.tookMs ? right : left))
  // Calls are timed with `performance.now()`, loops with the clock that processes share.
  const offsetMs = monotonicMs() - performance.now()
  const span = { atMs: atMs + offsetMs, endMs: endMs + offsetMs }
  return { atMs: atMs - firstMs, worstMs: worst.tookMs, calls: slow.length, ...explain(span, worst, loops) }
}

function explain(span: Span, worst: TimedCall, { gateway, load }: Loops): { cause: Cause; detail: string } {
  const own = sumOverlapping(gateway, span)
  if (own.wallMs >= worst.tookMs / 2) return { cause: causeOf(own), detail: describeLoop(own) }
  const client = sumOverlapping(load, span)
  if (client.wallMs >= worst.tookMs / 2)
    return { cause: 'the load’s own core', detail: `its loop: ${describeLoop(client)}` }
  const steps = readSteps(worst.serverTiming)
  const [step, tookMs] = [...steps].reduce((left, right) => (right[1] > left[1] ? right : left), ['', 0])
  const detail = `${worst.serverTiming ?? 'no Server-Timing'}; sent ${worst.lateMs.toFixed(1)} ms late`
  if (steps.size === 0) return { cause: 'unknown', detail }
  return { cause: tookMs >= worst.tookMs / 3 ? (stepCauses[step] ?? 'unknown') : 'several steps', detail }
}

const stepCauses: Readonly<Record<string, Cause>> = {
  settle: 'commit',
  hold: 'Redis',
  limit: 'Redis',
  auth: 'Redis',
  upstream: 'provider',
}

function causeOf({ wallMs, mainCpuMs, helpersCpuMs, waitedForCoreMs, stolenMs }: LoopStall): Cause {
  if (mainCpuMs >= wallMs / 2) return 'gateway’s main thread'
  if (waitedForCoreMs < wallMs / 2) return stolenMs > 0 ? 'the host' : 'unknown'
  return helpersCpuMs >= waitedForCoreMs / 2
    ? 'gateway’s helper threads on its core'
    : 'another process on the gateway’s core'
}

function sumOverlapping({ stalls }: LoopReport, { atMs, endMs }: Span): LoopStall {
  const sum = {
    atMs,
    wallMs: 0,
    mainCpuMs: 0,
    collectorMs: 0,
    helpersCpuMs: 0,
    waitedForCoreMs: 0,
    stolenMs: 0,
  }
  for (const stall of stalls) {
    if (stall.atMs > endMs || stall.atMs + stall.wallMs < atMs) continue
    sum.wallMs += stall.wallMs
    sum.mainCpuMs += stall.mainCpuMs
    sum.collectorMs += stall.collectorMs
    sum.helpersCpuMs += stall.helpersCpuMs
    sum.waitedForCoreMs += stall.waitedForCoreMs
    sum.stolenMs = Math.max(sum.stolenMs, stall.stolenMs)
  }
  return sum
}

function describeLoop(stall: LoopStall): string {
  const ms = (value: number) => value.toFixed(0)
  return (
    `${ms(stall.wallMs)} ms, main thread ${ms(stall.mainCpuMs)} ms of CPU (collector ${ms(stall.collectorMs)}), helpers ` +
    `${ms(stall.helpersCpuMs)}, waited for the core ${ms(stall.waitedForCoreMs)}, stolen ${ms(stall.stolenMs)}`
  )
}

/** Steps of a `Server-Timing` header with their milliseconds. */
function readSteps(header = ''): Map<string, number> {
  return new Map([...header.matchAll(/(\w+);dur=([\d.]+)/g)].map(([, step = '', ms]) => [step, Number(ms)]))
}
