// Access to the servers that `start-servers.ts` started. All test files share them: a test that kills, restarts or
// reconfigures a server starts its own.
import { inject } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../clone-database.ts'

/** A migrated, otherwise empty database for this caller only. Each call returns another one. */
export async function testDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgresUrl'), inject('templateDatabase'))
}

/**
 * A logical Redis database for this test file: empty when its first test starts, and not used by any other file that
 * runs concurrently (on a server given by TEST_REDIS_URL: with at most 7 workers). Every call in a file returns the
 * same one. Pub/sub channels, scripts and settings are still shared, because Redis does not separate them: put
 * something unique into channel names, and do not call FLUSHALL.
 */
export function testRedisUrl(): string {
  // Skips number 0, which may hold data on an existing server.
  return withRedisDatabase(1 + ((workerNumber() - 1) % usedByFiles()))
}

/** Like `testRedisUrl`, but shared by the files of a worker: it is not emptied between files. */
export function workerRedisUrl(): string {
  return withRedisDatabase(1 + usedByFiles() + ((workerNumber() - 1) % usedByFiles()))
}

/** Number of databases for test files: half of them, because the other half is for `workerRedisUrl`. */
function usedByFiles(): number {
  return Math.floor((inject('redisDatabaseCount') - 1) / 2)
}

/** Vitest numbers its parallel workers from 1. */
function workerNumber(): number {
  return Number(process.env['VITEST_POOL_ID'] ?? 1)
}

function withRedisDatabase(index: number): string {
  // A cluster has one database. Its test files run one after another.
  if (inject('redisUrl').startsWith('redis+cluster:')) return inject('redisUrl')
  const url = new URL(inject('redisUrl'))
  url.pathname = `/${index}`
  return url.href
}
