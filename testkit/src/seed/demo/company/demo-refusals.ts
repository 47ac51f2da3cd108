// Requests of the demo company that a gateway refused in the last days, for each reason that an admin meets first. They are
// in Redis, which keeps refusals for a week.
import { demoCompany } from '@gatehouse/companies/seed-demo-company'
import { type NewRefusal, createRefusalRecorder } from '@gatehouse/limits/create-refusal-recorder'
import { createRedis } from '@gatehouse/redis/create-redis'
import { createSystemClock } from '@gatehouse/runtime/clock'
import type { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { waitUntil } from '../../../wait-until.ts'
import { createTimeline } from '../timeline.ts'
import type { DemoKeys } from './demo-keys.ts'

const { companyId } = demoCompany
const hourMs = 3_600_000
const nothing = { estimateMicros: null, balanceMicros: null, heldMicros: null }

type Reason = Omit<NewRefusal, 'at' | 'companyId' | 'keyId' | 'requestId'>

const capReached: Reason = {
  model: 'svc/chat-premium',
  status: 402,
  code: 'INSUFFICIENT_CREDITS',
  rule: 'key_cap_reached',
  message:
    'This key may spend 900.000000 credits in a month; it has spent 899.412207, and 0.402000 are held for calls in flight. ' +
    'Topping up does not help: use another key, ask an admin to raise the cap of this key, or wait for the next month (UTC).',
  ...nothing,
  estimateMicros: 611_000n,
}
const tooManyRequests: Reason = {
  model: 'svc/extract-default',
  status: 429,
  code: null,
  rule: 'rate_limited',
  message: 'More than 300 requests of this key in a minute. Wait for the time in retry-after.',
  ...nothing,
}
const keyRevoked: Reason = {
  model: null,
  status: 401,
  code: null,
  rule: 'key_revoked',
  message: 'The API key is missing or not valid. Send "Authorization: Bearer <API_KEY>" with a live key.',
  ...nothing,
}
const notAllowed: Reason = {
  model: 'svc/chat-premium',
  status: 403,
  code: 'LLM_MODEL_NOT_ALLOWED',
  rule: 'model_not_allowed',
  message: 'This key may not call svc/chat-premium. GET /models lists the models it may call.',
  ...nothing,
}

export async function seedRefusals(redisUrl: Secret, keys: DemoKeys, nowMs: number): Promise<void> {
  const timeline = createTimeline(nowMs - 96 * hourMs)
  const refused: readonly (readonly [number, string, Reason])[] = [
    [92, keys.trial, keyRevoked],
    [70, keys.careers, notAllowed],
    [51, keys.notebook, capReached],
    [50.5, keys.notebook, capReached],
    [26, keys.trial, keyRevoked],
    [5.2, keys.ats, tooManyRequests],
    [5.19, keys.ats, tooManyRequests],
    [5.18, keys.ats, tooManyRequests],
    [1.4, keys.notebook, capReached],
  ]
  const logger = createLogger({ service: 'demo', level: 'warn', sinks: [] })
  const redis = createRedis({ url: redisUrl, connectionName: 'demo data', logger })
  await waitUntil(() => redis.status === 'ready', { withinMs: 10_000, what: 'Redis is connected' })
  const recorder = createRefusalRecorder({
    redis,
    clock: createSystemClock(),
    metrics: createMetrics('demo'),
  })
  for (const [hoursAgo, keyId, reason] of refused) {
    const atMs = nowMs - hoursAgo * hourMs
    timeline.moveTo(atMs)
    recorder.record({ ...reason, at: new Date(atMs), companyId, keyId, requestId: timeline.ids.uuid() })
  }
  await recorder.close()
  redis.disconnect()
}
