// How this process fares: what the event loop and the processor did in the last ten seconds, and the memory now. Sampled by
// itself, so that what is told does not depend on who asked when.
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Clock, Timer } from '@gatehouse/runtime/clock'

type ProcessSample = {
  /** How long the figures of the event loop and the processor were gathered. */
  windowSeconds: number
  eventLoop: { utilization: number; delayMs: { p50: number; p99: number; max: number } }
  /** Of one core: two busy ones are 200. */
  cpuPercent: number
}

export type ProcessSampler = { read(): ProcessSample; close(): void }

const windowMs = 10_000
const nanosecondsPerMs = 1e6
// What is measured is how far apart two looks were, so a loop that is never late shows this much.
const resolutionMs = 20

export function createProcessSampler(clock: Clock): ProcessSampler {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let begin = markBeginning(clock)
  let last: ProcessSample | undefined
  let timer: Timer

  const measure = (): ProcessSample => {
    const windowSeconds = (clock.monotonicMs() - begin.atMs) / 1_000
    const { user, system } = process.cpuUsage(begin.cpu)
    // Without a single look there are no percentiles, and what would be told is left over from before.
    const ms = (nanoseconds: number) =>
      delays.count === 0 ? 0 : round(Math.max(0, nanoseconds / nanosecondsPerMs - resolutionMs))
    return {
      windowSeconds: round(windowSeconds),
      eventLoop: {
        utilization: round(performance.eventLoopUtilization(begin.loop).utilization),
        delayMs: {
          p50: ms(delays.percentile(50)),
          p99: ms(delays.percentile(99)),
          max: ms(delays.max),
        },
      },
      cpuPercent: windowSeconds > 0 ? round((user + system) / (windowSeconds * 10_000)) : 0,
    }
  }

  function plan(): Timer {
    return clock.after(windowMs, () => {
      last = measure()
      delays.reset()
      begin = markBeginning(clock)
      timer = plan()
    })
  }
  timer = plan()

  return {
    read: () => last ?? measure(),
    close() {
      timer.cancel()
      delays.disable()
    },
  }
}

type Beginning = { atMs: number; cpu: NodeJS.CpuUsage; loop: EventLoopUtilization }

function markBeginning(clock: Clock): Beginning {
  return {
    atMs: clock.monotonicMs(),
    cpu: process.cpuUsage(),
    loop: performance.eventLoopUtilization(),
  }
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
