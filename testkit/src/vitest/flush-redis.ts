// Runs before the hooks of every integration test file: the previous file in this worker may have left keys.
import { beforeAll } from 'vitest'
import { emptyTestRedis, openTestRedis } from './open-test-redis.ts'

beforeAll(async () => {
  const redis = openTestRedis()
  try {
    await emptyTestRedis(redis)
  } finally {
    redis.disconnect()
  }
})
