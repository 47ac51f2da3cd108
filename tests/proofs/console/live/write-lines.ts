// Log lines at a constant rate, written as the services write them: by the logger of each service, through its sink, to
// Redis. A second connection counts what passes the channel, lines of the running services included.
import { setTimeout as sleep } from 'node:timers/promises'
import { createLogSink, liveLogsChannel } from '@gatehouse/redis/create-log-sink'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { openSubscriber } from '@gatehouse/redis/open-subscriber'
import type { RedisClient } from '@gatehouse/redis/redis-client'

export type WrittenLines = {
  lines: number
  tookMs: number
  /** Lines that other services wrote between the first and the last of these. */
  foreign: number
}

type LinePlan = {
  /** The first word of the message, followed by the line's number. */
  name: string
  perSecond: number
  /** Whether to write another line. */
  isWanted: (written: number, elapsedMs: number) => boolean
}

const services = ['gateway', 'backend', 'ai-service']
const everyMs = 20
const clock = createSystemClock()

/** Ends when Redis has all lines. */
export async function writeLines(redis: RedisClient, plan: LinePlan): Promise<WrittenLines> {
  const channel = await countForeign(redis, plan.name)
  const open = services.map((service) => {
    const sink = createLogSink({ redis, clock, metrics: createMetrics(service), service })
    return { sink, logger: createLogger({ service, level: 'info', sinks: [sink] }) }
  })
  const startedMs = clock.monotonicMs()
  const elapsedMs = () => clock.monotonicMs() - startedMs
  let lines = 0
  while (plan.isWanted(lines, elapsedMs())) {
    const due = Math.floor((elapsedMs() * plan.perSecond) / 1_000)
    while (lines < due && plan.isWanted(lines, elapsedMs())) {
      lines += 1
      open[lines % open.length]?.logger.info(`${plan.name} ${lines}`, contextOf(lines))
    }
    await sleep(everyMs)
  }
  const tookMs = elapsedMs()
  for (const { sink } of open) await sink.close()
  return { lines, tookMs, foreign: await channel.end(lines) }
}

/** As much as a line about a call has. */
function contextOf(line: number): Record<string, unknown> {
  const id = String(line).padStart(12, '0')
  return {
    request_id: `0193a3c4-7b1e-7000-8000-${id}`,
    company_id: '0193a3c4-7b1e-7000-8000-00000000c0de',
    alias: 'svc/chat-default',
    route: 'primary',
    status: 200,
    prompt_tokens: 812 + (line % 97),
    completion_tokens: 120 + (line % 31),
    charged: `0.00${line % 10_000}`,
    duration_ms: 400 + (line % 1_009),
  }
}

/** Lines arrive in one order at all readers of a channel, so "between" is the same for this reader and the backend. */
async function countForeign(redis: RedisClient, name: string) {
  const reader = openSubscriber(redis, 'count')
  const own = `"message":"${name} `
  let [foreign, sinceOwn, seen] = [0, 0, 0]
  let hasBegun = false
  reader.on('message', (_channel, message: string) => {
    for (const line of message.split('\n')) {
      hasBegun ||= line.includes(own)
      if (!hasBegun) continue
      if (!line.includes(own)) {
        // The line of a gap stands for lines of ours.
        if (!line.includes('"message":"gap"')) sinceOwn += 1
        continue
      }
      seen += 1
      foreign += sinceOwn
      sinceOwn = 0
    }
  })
  await reader.subscribe(liveLogsChannel)
  return {
    async end(lines: number) {
      // Redis has answered the last write, so what is not here yet is on its way. Lines that a sink dropped never come.
      const isComplete = () => seen >= lines
      await waitUntil(isComplete, { withinMs: 2_000, what: 'the last line' }).catch(() => undefined)
      reader.disconnect()
      return foreign
    },
  }
}
