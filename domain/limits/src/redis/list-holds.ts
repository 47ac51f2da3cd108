import type { Redis } from 'ioredis'
import type { Hold } from '../hold.ts'
import { accountKey, companiesKey } from './company-keys.ts'
import { fromHoldField } from './hold-fields.ts'

/** Every hold there is, for whoever compares them with the calls. By Redis's time, as the holds themselves. */
export async function listHolds(redis: Redis): Promise<Hold[]> {
  const [seconds, micros] = await redis.time()
  const nowMs = Number(seconds) * 1_000 + Number(micros) / 1_000
  const holds: Hold[] = []
  for (const companyId of await redis.zrange(companiesKey, '0', '-1')) {
    for (const [callId, value] of Object.entries(await redis.hgetall(accountKey(companyId)))) {
      const hold = fromHoldField({ companyId, callId, value }, nowMs)
      if (hold) holds.push(hold)
    }
  }
  return holds
}
