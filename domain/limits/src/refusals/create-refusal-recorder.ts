// Writes refused requests to a capped stream per company in Redis, so that an admin can look up why a request was
// refused. The record is best effort: no answer waits for it, and all refusals of a fifth of a second are sent in one
// round trip. Lost are refusals beyond the sample (their number is in the next entry), beyond the bounds below, those
// that Redis does not accept, and those of a process that dies before it has sent them.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { withinMs } from '@gatehouse/runtime/deadline'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { Counter } from 'prom-client'
import { refusalsKey } from '../redis/company-keys.ts'
import { type Refusal, encodeRefusal, refusalsKeptForMs, refusalsMax } from './refusal.ts'
import { createRefusalSample } from './sample-refusals.ts'

export type NewRefusal = Omit<Refusal, 'omitted'> & { companyId: string }

export type RefusalRecorder = {
  /** Returns immediately and never throws. */
  record(refusal: NewRefusal): void
  close(): Promise<void>
}

export type RefusalRecorderDeps = { redis: RedisClient; clock: Clock; metrics: Metrics }

const flushEveryMs = 200
// One company with very many keys must not use up the room of all others.
const waitingPerCompanyMax = 100
const waitingMax = 5_000
const closeLimitMs = 1_000

export function createRefusalRecorder({ redis, clock, metrics }: RefusalRecorderDeps): RefusalRecorder {
  const lost = new Counter({
    name: 'gatehouse_refusals_lost_total',
    help: 'Refused requests that should have been recorded and did not reach Redis',
    registers: [metrics],
  })
  const sample = createRefusalSample(clock)
  let waiting = new Map<string, string[]>()
  let waitingCount = 0
  let timer: Timer | undefined
  let flushing: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function flush(): Promise<void> {
    // Refusals wait, within the bounds, while Redis is unreachable.
    if (waitingCount === 0 || redis.status !== 'ready') return
    const [sent, nowMs] = [[...waiting], clock.wallMs()]
    waiting = new Map()
    waitingCount = 0
    const sending = sent.map(async ([companyId, entries]) => {
      // Not repeated on failure: the entries may have been written although no answer arrived.
      if (!(await send(redis, { companyId, entries, nowMs }))) lost.inc(entries.length)
    })
    await Promise.all(sending)
  }

  function schedule(): void {
    if (isClosed) return
    timer ??= clock.after(flushEveryMs, () => {
      timer = undefined
      flushing = flush().then(() => (waitingCount > 0 ? schedule() : undefined))
    })
  }

  return {
    record({ companyId, ...refusal }) {
      const entries = waiting.get(companyId) ?? []
      if (entries.length >= waitingPerCompanyMax || waitingCount >= waitingMax) return lost.inc()
      const omitted = sample.take(`${refusal.keyId} ${refusal.rule}`)
      if (omitted === undefined) return undefined
      entries.push(encodeRefusal({ ...refusal, omitted }))
      waiting.set(companyId, entries)
      waitingCount += 1
      return schedule()
    },
    async close() {
      isClosed = true
      timer?.cancel()
      const limit = { limitMs: closeLimitMs, what: 'the last refusals' }
      await withinMs(clock, limit, () => flushing.then(flush)).catch(() => undefined)
    },
  }
}

type ToSend = { companyId: string; entries: readonly string[]; nowMs: number }

/** Returns false if Redis did not accept all entries. */
async function send(redis: RedisClient, { companyId, entries, nowMs }: ToSend): Promise<boolean> {
  // A pipeline per company, because the nodes of a cluster share the companies.
  const pipeline = redis.pipeline()
  const key = refusalsKey(companyId)
  for (const entry of entries) pipeline.xadd(key, 'MAXLEN', refusalsMax, '*', 'entry', entry)
  // The stream as a whole expires with its last entry; a stream in constant use must lose its old entries too.
  pipeline.xtrim(key, 'MINID', nowMs - refusalsKeptForMs)
  pipeline.pexpire(key, refusalsKeptForMs)
  // A pipeline reports a lost connection as one error per command instead of rejecting.
  const results = await pipeline.exec().catch(() => null)
  return results?.every(([error]) => error === null) ?? false
}
