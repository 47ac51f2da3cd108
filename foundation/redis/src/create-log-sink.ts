// Copies log lines to Redis: to a channel for live viewers, to a capped stream for later searches, and to a second
// stream for errors only, so that a busy hour cannot evict them. A message in any of the three holds one or more lines,
// separated by line feeds.
// Logs are best effort, so this never blocks and never grows without bound: while Redis is unreachable the oldest lines
// are dropped, and their number is logged as soon as Redis is back. Errors are sent until Redis acknowledges them, so that
// a failover loses none; one may then appear twice.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { withinMs } from '@gatehouse/runtime/deadline'
import type { LogSink } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter } from 'prom-client'
import { type RedisScript, loadScript } from './load-script.ts'
import type { RedisClient } from './redis-client.ts'

export const liveLogsChannel = 'gatehouse:{logs}:live'
export const recentLogsStream = 'gatehouse:{logs}:recent'
export const recentErrorsStream = 'gatehouse:{logs}:errors'

const linesMax = 5_000
const linesPerFlushMax = 500
const linesPerMessage = 100
// A message holds one line in a quiet service and a hundred in a busy one.
const recentMessagesMax = 5_000
const errorMessagesMax = 1_000
const flushEveryMs = 100
// The last lines of a process show why it ended, but they must not keep it from ending.
const closeLimitMs = 1_000

export type LogSinkOptions = { redis: RedisClient; clock: Clock; metrics: Metrics; service: string }

export function createLogSink(options: LogSinkOptions): LogSink & { close(): Promise<void> } {
  const { redis, clock, service } = options
  const droppedTotal = createDroppedCounter(options.metrics)
  const waiting: string[] = []
  let droppedSinceGap = 0
  let timer: Timer | undefined
  let flushing: Promise<unknown> = Promise.resolve()
  let isClosed = false
  const sender = createSender(redis)

  function drop(count: number): void {
    droppedSinceGap += count
    droppedTotal.inc(count)
  }

  /** Returns false if Redis did not accept the lines. */
  async function flush(): Promise<boolean> {
    if (!(await sender.isReady())) return false
    const lines = waiting.splice(0, linesPerFlushMax)
    const gap = droppedSinceGap
    droppedSinceGap = 0
    const sent = gap > 0 ? [gapLine(service, gap, clock.wallMs()), ...lines] : lines
    if (sent.length === 0 || (await sender.send(sent))) return true
    droppedSinceGap += gap
    const errors = lines.filter(isError)
    drop(lines.length - errors.length)
    waiting.unshift(...errors)
    return false
  }

  async function flushAndReschedule(): Promise<void> {
    await flush()
    if (waiting.length > 0 || droppedSinceGap > 0) schedule()
  }

  async function flushRest(): Promise<void> {
    await flushing
    while (waiting.length > 0) if (!(await flush())) return
  }

  function schedule(): void {
    if (isClosed) return
    timer ??= clock.after(flushEveryMs, () => {
      timer = undefined
      flushing = flushAndReschedule()
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
      isClosed = true
      timer?.cancel()
      const limit = { limitMs: closeLimitMs, what: 'the last log lines' }
      await withinMs(clock, limit, flushRest).catch(() => undefined)
      drop(waiting.splice(0).length)
    },
  }
}

function createDroppedCounter(metrics: Metrics): Counter {
  return new Counter({
    name: 'gatehouse_log_entries_dropped_total',
    help: 'Log entries that did not reach Redis',
    registers: [metrics],
  })
}

function createSender(redis: RedisClient) {
  const adding = loadScript(new URL('add-log-lines.lua', import.meta.url))
  let hasFailed = false
  return {
    async isReady(): Promise<boolean> {
      // A cluster is ready although one of its nodes is not: the lines wait until the right one responds.
      return redis.status === 'ready' && (!hasFailed || (await isWritable(redis)))
    },
    /** Returns false if it is not known whether Redis has the lines. */
    async send(lines: readonly string[]): Promise<boolean> {
      hasFailed = !(await sendLines(redis, await adding, lines))
      return !hasFailed
    },
  }
}

/** Also leads the client of a cluster to the stream's new master. */
function isWritable(redis: RedisClient): Promise<boolean> {
  return redis.xtrim(recentLogsStream, 'MAXLEN', '~', recentMessagesMax).then(
    () => true,
    () => false,
  )
}

async function sendLines(redis: RedisClient, add: RedisScript, lines: readonly string[]): Promise<boolean> {
  const sent: Promise<unknown>[] = []
  // Many lines share a message: a command per line would cost a busy service more than writing the line.
  for (let first = 0; first < lines.length; first += linesPerMessage) {
    const message = lines.slice(first, first + linesPerMessage).join('\n')
    sent.push(add.run(redis, [recentLogsStream], [recentMessagesMax, message, liveLogsChannel]))
  }
  const errors = lines.filter(isError).join('\n')
  if (errors !== '')
    sent.push(redis.xadd(recentErrorsStream, 'MAXLEN', '~', errorMessagesMax, '*', 'entries', errors))
  const outcomes = await Promise.allSettled(sent)
  return outcomes.every(({ status }) => status === 'fulfilled')
}

// Our logger writes the level first; parsing every line to find it would cost more than writing the line.
const errorHead = /^\{"level":"(?:error|fatal)"/

function isError(line: string): boolean {
  return errorHead.test(line)
}

function gapLine(service: string, dropped: number, wallMs: number): string {
  const timestamp = new Date(wallMs).toISOString()
  return JSON.stringify({ level: 'warn', service, timestamp, message: 'gap', context: { dropped } })
}
