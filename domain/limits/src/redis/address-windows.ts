import { loadScript } from '@gatehouse/redis/load-script'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { type AddressWindows, StoreUnavailable } from '../company-store.ts'
import { addressKey } from './company-keys.ts'

export type AddressWindowsDeps = {
  redis: RedisClient
  windowMs?: number
  /** Windows with different names are counted separately. */
  name?: string
}

export async function createAddressWindows(deps: AddressWindowsDeps): Promise<AddressWindows> {
  const { redis, windowMs = 60_000, name = 'address' } = deps
  const script = await loadScript(new URL('./admit-address.lua', import.meta.url))
  return {
    async admit(range, limit) {
      try {
        const answer = (await script.run(redis, [addressKey(name, range)], [limit, windowMs])) as unknown[]
        const [kind, , used, resetMs, retryAfterMs] = answer as [string, number, number, number, number]
        return { isAdmitted: kind === 'admitted', used, resetMs, retryAfterMs }
      } catch (thrown) {
        throw new StoreUnavailable('Redis did not respond', { cause: thrown })
      }
    },
  }
}
