// Samples the event loop and CPU usage of this process over windows of ten seconds. It samples on a timer, so that the figures do
// not depend on when they are requested.
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Clock, Timer } from '@gatehouse/runtime/clock'

type ProcessSample = {
  /** Duration of the window that the figures cover. */
  windowSeconds: number
  eventLoop: { utilization: number; delayMs: { p50: number; p99: number; max: number } }
  /** Percentage of one core: two busy cores are 200. */
  cpuPercent: number
}

export type ProcessSampler = { read(): ProcessSample; close(): void }

const windowMs = 10_000
const nanosecondsPerMs = 1e6
// The histogram records the time between two of its samples, so an event loop without delay shows this value, which is
// subtracted.
const resolutionMs = 20

export function createProcessSampler(clock: Clock): ProcessSampler {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let start = markStart(clock)
  let last: ProcessSample | undefined
  let timer: Timer

  const measure = (): ProcessSample => {
    const windowSeconds = (clock.monotonicMs() - start.atMs) / 1_000
    const { user, system } = process.cpuUsage(start.cpu)
    // Without samples there are no percentiles, and the histogram would return stale values.
    const ms = (nanoseconds: number) =>
      delays.count === 0 ? 0 : round(Math.max(0, nanoseconds / nanosecondsPerMs - resolutionMs))
    return {
      windowSeconds: round(windowSeconds),
      eventLoop: {
        utilization: round(performance.eventLoopUtilization(start.loop).utilization),
        delayMs: {
          p50: ms(delays.percentile(50)),
          p99: ms(delays.percentile(99)),
          max: ms(delays.max),
        },
      },
      cpuPercent: windowSeconds > 0 ? round((user + system) / (windowSeconds * 10_000)) : 0,
    }
  }

  function schedule(): Timer {
    return clock.after(windowMs, () => {
      last = measure()
      delays.reset()
      start = markStart(clock)
      timer = schedule()
    })
  }
  timer = schedule()

  return {
    read: () => last ?? measure(),
    close() {
      timer.cancel()
      delays.disable()
    },
  }
}

type WindowStart = { atMs: number; cpu: NodeJS.CpuUsage; loop: EventLoopUtilization }

function markStart(clock: Clock): WindowStart {
  return {
    atMs: clock.monotonicMs(),
    cpu: process.cpuUsage(),
    loop: performance.eventLoopUtilization(),
  }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
