import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import { openTestRedis } from '@gatehouse/testkit/vitest/open-test-redis'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CompanyStore } from '../company-store.ts'
import { createHoldTable } from '../postgres/hold-table.ts'
import { createReadSnapshot } from '../postgres/read-snapshot.ts'
import { createCompanyStore } from './company-store.ts'
import { createReadHeldBalance } from './read-held-balance.ts'

const clock = createSystemClock()
const ids = createIds(clock)
let opened: Awaited<ReturnType<typeof openTestDatabase>>
let redis: RedisClient
let store: CompanyStore

beforeAll(async () => {
  opened = await openTestDatabase()
  redis = openTestRedis()
  store = await createCompanyStore({ redis, clock, processId: 'held' })
})
afterAll(async () => {
  redis.disconnect()
  await opened[Symbol.asyncDispose]()
})

test('the holds in Redis and in Postgres are added up, and nothing is changed', async () => {
  const { database, postgres } = opened
  const companyId = await addCompany(database, 1_000n)
  const keyId = ids.uuid()
  const labels = { companyId, keyId, operation: 'chat', alias: 'svc/chat-default' } as const
  await store.update({
    companyId,
    snapshot: await createReadSnapshot({ shards: oneShard(postgres) })(companyId, []),
  })
  const call = { ...labels, estimatedTokens: 1, deadlineMs: 30_000, rpmLimit: 100, tpmLimit: 1_000 }
  await store.admit({ ...call, callId: ids.uuid(), estimateMicros: 300n }, true)
  const dead = { ...call, callId: ids.uuid(), estimateMicros: 7n, deadlineMs: -120_000 }
  await store.admit(dead, true)
  const hold = { ...labels, callId: ids.uuid(), estimateMicros: 50n, reservedTokens: 1, remainingMs: 30_000 }
  await createHoldTable(oneShard(postgres)).keep([hold])
  const before = await redis.hgetall(`gatehouse:limits:{${companyId}}:account`)
  const read = createReadHeldBalance({ redis, shards: oneShard(postgres) })
  expect(await read(companyId)).toMatchObject({ balanceMicros: 1_000n, heldMicros: 350n, isFrozen: false })
  expect(await redis.hgetall(`gatehouse:limits:{${companyId}}:account`)).toEqual(before)
})

test('without Redis, the holds in Postgres are known', async () => {
  const { database, postgres } = opened
  const companyId = await addCompany(database, 1_000n)
  const absent = new Redis({ port: 1, lazyConnect: true, retryStrategy: null, enableOfflineQueue: false })
  const read = createReadHeldBalance({ redis: absent, shards: oneShard(postgres) })
  expect(await read(companyId)).toMatchObject({ balanceMicros: 1_000n, heldMicros: 0n })
})
