// Writes numbered error lines to the log in Redis, as a service does, and finds those that are not there.
import { setTimeout as pause } from 'node:timers/promises'
import { createLogSink, recentErrorsStream } from '@gatehouse/redis/create-log-sink'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { waitUntil } from '@gatehouse/testkit/wait-until'

export type ErrorWriter = {
  /** Judges the lines written since the last check: how many, and which of them are missing or repeated. */
  check(): Promise<ErrorCheck>
  [Symbol.asyncDispose](): Promise<void>
}

export type ErrorCheck = { written: number; missing: number; repeated: number }

const writeEveryMs = 20
const arriveWithinMs = 10_000

export function startErrorWriter(url: string): ErrorWriter {
  const clock = createSystemClock()
  const logger = createLogger({ service: 'proof', level: 'fatal', sinks: [] })
  const redis = createRedis({ url: new Secret(url), connectionName: 'proof', logger })
  const sink = createLogSink({ redis, clock, metrics: createMetrics('proof'), service: 'proof' })
  let [written, checked] = [0, 0]
  const timer = setInterval(() => {
    written += 1
    const entry = {
      level: 'error',
      service: 'proof',
      timestamp: new Date().toISOString(),
      message: nameOf(written),
    }
    sink.write(JSON.stringify(entry))
  }, writeEveryMs)

  async function countLines(): Promise<Map<string, number>> {
    const messages = await redis.xrange(recentErrorsStream, '-', '+')
    const names = messages.flatMap(([, fields]) => (fields[1] ?? '').match(/line \d+ of this proof/g) ?? [])
    return new Map([...Map.groupBy(names, (name) => name)].map(([name, some]) => [name, some.length]))
  }

  return {
    async check() {
      const [from, to] = [checked + 1, written]
      checked = written
      const names = Array.from({ length: to - from + 1 }, (_, index) => nameOf(from + index))
      let counts = new Map<string, number>()
      const haveArrived = async () => {
        counts = await countLines().catch(() => counts)
        return names.every((name) => counts.has(name))
      }
      await waitUntil(haveArrived, { withinMs: arriveWithinMs, what: 'all lines' }).catch(() => undefined)
      return {
        written: names.length,
        missing: names.filter((name) => !counts.has(name)).length,
        repeated: names.filter((name) => (counts.get(name) ?? 0) > 1).length,
      }
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await sink.close()
      redis.disconnect()
      await pause(0)
    },
  }
}

function nameOf(number: number): string {
  return `line ${number} of this proof`
}
