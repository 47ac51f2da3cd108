// Runs before the hooks of every file of integration tests: the file that had this worker before may have left keys.
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
