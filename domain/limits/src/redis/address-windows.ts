import { randomUUID } from 'node:crypto'
import { loadScript } from '@gatehouse/redis/load-script'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { type AddressAnswer, type AddressWindows, StoreUnavailable } from '../company-store.ts'
import { addressLeasesKey, addressWindowKey } from './company-keys.ts'

export type AddressWindowsDeps = {
  redis: RedisClient
  windowMs?: number
  /** Windows with different names are counted separately. */
  name?: string
}

type AdmitReply = [AddressAnswer['kind'], number, number, number, number]

const leaseUsableMs = 500
// Longer than a process may use the lease, so that a request is never counted in a lease that others no longer see.
const leaseCountsMs = 600
// One grant takes at most this part of what is left, divided by the number of processes.
const grantParts = 4

export async function createAddressWindows(deps: AddressWindowsDeps): Promise<AddressWindows> {
  const { redis, windowMs = 60_000, name = 'address' } = deps
  const fileOf = (script: string) => new URL(`./${script}.lua`, import.meta.url)
  const shared = [fileOf('window')]
  const [admit, lease] = await Promise.all([
    loadScript(fileOf('admit-address'), shared),
    loadScript(fileOf('lease-address'), shared),
  ])
  const holder = randomUUID()
  const keysOf = (range: string) => [addressWindowKey(name, range), addressLeasesKey(name, range)]
  return {
    async admit(range, limit) {
      const answer = await reach(admit.run(redis, keysOf(range), [limit, windowMs]))
      const [kind, , used, resetMs, retryAfterMs] = answer as AdmitReply
      return { kind, used, resetMs, retryAfterMs }
    },
    async lease({ range, limit, used, left, wanted, processCount }) {
      const share = grantParts * Math.max(1, processCount)
      const args = [holder, used, left, wanted, limit, windowMs, share, leaseUsableMs, leaseCountsMs]
      const answer = await reach(lease.run(redis, keysOf(range), args))
      const [, total, lastsMs, usedInWindow, resetMs] = answer as [number, number, number, number, number]
      return { total, lastsMs, used: usedInWindow, resetMs }
    },
  }
}

async function reach(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (thrown) {
    throw new StoreUnavailable('Redis did not respond', { cause: thrown })
  }
}
