// Watches the event loop of the process that it runs in with a timer: the time between two ticks is the time in which the
// loop could serve nothing else. For each long one it keeps where that time went, so that a stall caused by this process
// can be distinguished from one caused by the machine.
import { openSync, readFileSync, readSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'
import { monotonicMs } from '../../../kit/monotonic-ms.ts'
import { openThreadClock } from './thread-cpu.ts'

export type LoopStall = {
  /** When it began, on the monotonic clock that all processes of the machine share. */
  atMs: number
  wallMs: number
  /** CPU time of the main thread, of which the collector's pauses are a part. */
  mainCpuMs: number
  collectorMs: number
  /** CPU time of the other threads of the process: V8's helpers for collection and compilation, and the thread pool. */
  helpersCpuMs: number
  /** Time in which the main thread was ready to run and did not get its core. */
  waitedForCoreMs: number
  /** Time that the host took from the machine in the second around the stall. */
  stolenMs: number
}

export type LoopReport = {
  ticks: number
  /** CPU time and elapsed time between the two ticks with the most CPU time of the main thread between them. */
  longest: { mainCpuMs: number; wallMs: number }
  stalls: LoopStall[]
}

type Reading = { atMs: number; mainCpuMs: number; processCpuMs: number; waitedMs: number }

const stallMs = 15
const stallsMax = 10_000

export class LoopWatch {
  readonly #schedstat = openSync('/proc/self/schedstat', 'r')
  readonly #buffer = Buffer.alloc(128)
  readonly #threadCpuMs = openThreadClock()
  #timer: NodeJS.Timeout | undefined
  #collections: { atMs: number; tookMs: number }[] = []
  #observer: PerformanceObserver | undefined
  #report: LoopReport = emptyReport()
  #last = this.#read()
  #stolen = startStolen()

  /** The finer the ticks, the more exact the longest block, and the more the watch costs. */
  start(tickMs: number): void {
    this.#report = emptyReport()
    this.#collections = []
    this.#last = this.#read()
    this.#stolen = startStolen()
    this.#observer = new PerformanceObserver((list) => {
      const offsetMs = monotonicMs() - performance.now()
      for (const { startTime, duration } of list.getEntries())
        this.#collections.push({ atMs: startTime + offsetMs, tookMs: duration })
    })
    this.#observer.observe({ entryTypes: ['gc'] })
    this.#timer = setInterval(() => this.#tick(), tickMs).unref()
  }

  stop(): LoopReport {
    clearInterval(this.#timer)
    this.#observer?.disconnect()
    for (const stall of this.#report.stalls) stall.collectorMs = this.#collectorMs(stall)
    return this.#report
  }

  #tick(): void {
    const now = this.#read()
    const last = this.#last
    this.#last = now
    const [wallMs, mainCpuMs] = [now.atMs - last.atMs, now.mainCpuMs - last.mainCpuMs]
    this.#report.ticks += 1
    if (mainCpuMs > this.#report.longest.mainCpuMs) this.#report.longest = { mainCpuMs, wallMs }
    if (wallMs < stallMs || this.#report.stalls.length >= stallsMax) return this.#followStolen(now.atMs)
    this.#report.stalls.push({
      atMs: last.atMs,
      wallMs,
      mainCpuMs,
      collectorMs: 0,
      helpersCpuMs: Math.max(0, now.processCpuMs - last.processCpuMs - mainCpuMs),
      waitedForCoreMs: now.waitedMs - last.waitedMs,
      stolenMs: readStolenMs() - this.#stolen.previousMs,
    })
  }

  #read(): Reading {
    const all = process.cpuUsage()
    const length = readSync(this.#schedstat, this.#buffer, 0, this.#buffer.length, 0)
    const [, waitedNanos] = this.#buffer.toString('latin1', 0, length).split(' ')
    return {
      atMs: monotonicMs(),
      mainCpuMs: this.#threadCpuMs(),
      processCpuMs: (all.user + all.system) / 1_000,
      waitedMs: Number(waitedNanos) / 1_000_000,
    }
  }

  /** Reading this counter takes longer than all others, so it is read twice a second. */
  #followStolen(nowMs: number): void {
    if (nowMs - this.#stolen.atMs < 500) return
    this.#stolen = { ms: readStolenMs(), previousMs: this.#stolen.ms, atMs: nowMs }
  }

  #collectorMs({ atMs, wallMs }: LoopStall): number {
    return this.#collections
      .map((one) => Math.min(one.atMs + one.tookMs, atMs + wallMs) - Math.max(one.atMs, atMs))
      .filter((overlapMs) => overlapMs > 0)
      .reduce((sum, overlapMs) => sum + overlapMs, 0)
  }
}

function emptyReport(): LoopReport {
  return { ticks: 0, longest: { mainCpuMs: 0, wallMs: 0 }, stalls: [] }
}

// USER_HZ, the unit of /proc/stat, is 100 on every common Linux.
const msPerTick = 10

function startStolen() {
  const ms = readStolenMs()
  return { ms, previousMs: ms, atMs: monotonicMs() }
}

function readStolenMs(): number {
  const fields = readFileSync('/proc/stat', 'utf8').slice(0, 200).split('\n')[0]?.split(/\s+/) ?? []
  return Number(fields[8] ?? 0) * msPerTick
}
