// What an integration test uses of the servers that `start-servers.ts` started. They belong to all test files
// together: a test that kills, restarts or reconfigures a server starts one of its own.
import { Redis } from 'ioredis'
import { beforeAll, inject } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../clone-database.ts'

/** A migrated, otherwise empty database that nobody else uses. Each call gives another one. */
export async function testDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgresUrl'), inject('templateDatabase'))
}

/**
 * A logical Redis database for this test file: empty when its first test starts, and used by no other file that
 * runs at the same time (on a server given by TEST_REDIS_URL: while there are at most 15 workers). Every call in
 * a file gives the same one. Not separate, because Redis does not separate them: pub/sub channels, scripts and
 * settings; put something unique into channel names, and do not call FLUSHALL.
 */
export function testRedisUrl(): string {
  const url = new URL(inject('redisUrl'))
  // Vitest numbers its parallel workers from 1. Number 0 stays out of it: on a given server it may hold data.
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 1)
  url.pathname = `/${1 + ((worker - 1) % (inject('redisDatabaseCount') - 1))}`
  return url.href
}

// The file that had this worker before us may have left keys. Registered by the import, because the tests want
// a plain url, and so runs before every hook of the importing file.
beforeAll(async () => {
  const redis = new Redis(testRedisUrl(), { maxRetriesPerRequest: 1 })
  try {
    await redis.flushdb()
  } finally {
    redis.disconnect()
  }
})
