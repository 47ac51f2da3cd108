// Copies log lines to Redis: a channel for those who watch live, a capped stream for those who look back.
// Logs may be lost, so this never blocks and never grows: when Redis is away the oldest lines are dropped, and
// how many is said in the log itself as soon as Redis is back.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import type { LogSink } from '@gatehouse/telemetry/log-entry'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { Redis } from 'ioredis'
import { Counter } from 'prom-client'

export const liveLogsChannel = 'gatehouse:logs:live'
export const recentLogsStream = 'gatehouse:logs:recent'

const linesMax = 5_000
const linesPerFlushMax = 500
const recentEntriesMax = 20_000
const flushEveryMs = 100

export type LogSinkOptions = { redis: Redis; clock: Clock; metrics: Metrics; service: string }

export function createLogSink(options: LogSinkOptions): LogSink & { close(): Promise<void> } {
  const { redis, clock, service } = options
  const droppedTotal = new Counter({
    name: 'gatehouse_log_entries_dropped_total',
    help: 'Log entries that did not reach Redis',
    registers: [options.metrics],
  })
  const waiting: string[] = []
  let droppedSinceGap = 0
  let timer: Timer | undefined
  let flushing: Promise<void> = Promise.resolve()

  function drop(count: number): void {
    droppedSinceGap += count
    droppedTotal.inc(count)
  }

  async function flush(): Promise<void> {
    if (redis.status !== 'ready') return
    const lines = waiting.splice(0, linesPerFlushMax)
    const gap = droppedSinceGap
    droppedSinceGap = 0
    const sent = gap > 0 ? [gapLine(service, gap, clock.wallMs()), ...lines] : lines
    if (sent.length === 0) return
    const pipeline = redis.pipeline()
    for (const line of sent) {
      pipeline.publish(liveLogsChannel, line)
      pipeline.xadd(recentLogsStream, 'MAXLEN', '~', recentEntriesMax, '*', 'entry', line)
    }
    // A pipeline reports a lost connection as one error per command rather than by rejecting.
    const results = await pipeline.exec().catch(() => null)
    if (results?.every(([error]) => error === null)) return
    droppedSinceGap += gap
    drop(lines.length)
  }

  async function flushAndGoOn(): Promise<void> {
    await flush()
    if (waiting.length > 0 || droppedSinceGap > 0) schedule()
  }

  function schedule(): void {
    timer ??= clock.after(flushEveryMs, () => {
      timer = undefined
      flushing = flushAndGoOn()
    })
  }

  return {
    write(line) {
      waiting.push(line.trimEnd())
      if (waiting.length > linesMax) {
        waiting.shift()
        drop(1)
      }
      schedule()
    },
    async close() {
      timer?.cancel()
      await flushing
      await flush()
    },
  }
}

function gapLine(service: string, dropped: number, wallMs: number): string {
  const timestamp = new Date(wallMs).toISOString()
  return JSON.stringify({ level: 'warn', service, timestamp, message: 'gap', context: { dropped } })
}
