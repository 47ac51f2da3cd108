// Runs before the hooks of every integration test file: the previous file in this worker may have left keys.
import { Redis } from 'ioredis'
import { beforeAll } from 'vitest'
import { testRedisUrl } from './test-servers.ts'

beforeAll(async () => {
  const redis = new Redis(testRedisUrl(), { maxRetriesPerRequest: 1 })
  try {
    await redis.flushdb()
  } finally {
    redis.disconnect()
  }
})
