// Records a refused request as a gateway does.
import { type NewRefusal, createRefusalRecorder } from '@gatehouse/limits/create-refusal-recorder'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import type { RedisClient } from '@gatehouse/redis/redis-client'

const clock = createSystemClock()
const ids = createIds(clock)

export type RefusalToSeed = Pick<NewRefusal, 'companyId' | 'keyId'> & Partial<NewRefusal>

/** Returns the id of the request. */
export async function seedRefusal(redis: RedisClient, refusal: RefusalToSeed): Promise<string> {
  // The recorder keeps what it has until the connection is ready.
  await redis.ping()
  const requestId = ids.uuid()
  const recorder = createRefusalRecorder({ redis, clock, metrics: createMetrics('test') })
  recorder.record({
    at: new Date(clock.wallMs()),
    requestId,
    model: 'svc/chat-default',
    status: 402,
    code: 'INSUFFICIENT_CREDITS',
    rule: 'credits_insufficient',
    message: 'The company has 0.420000 credits.',
    estimateMicros: 50_000n,
    balanceMicros: 420_000n,
    heldMicros: 400_000n,
    ...refusal,
  })
  await recorder.close()
  return requestId
}
