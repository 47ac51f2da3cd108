// What an integration test uses of the servers that `start-servers.ts` started. They belong to all test files
// together: a test that kills, restarts or reconfigures a server starts one of its own.
import { inject } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../clone-database.ts'

/** A migrated, otherwise empty database that nobody else uses. Each call gives another one. */
export async function testDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('postgresUrl'), inject('templateDatabase'))
}

/**
 * A logical Redis database for this test file: empty when its first test starts, and used by no other file that
 * runs at the same time (on a server given by TEST_REDIS_URL: while there are at most 7 workers). Every call in
 * a file gives the same one. Not separate, because Redis does not separate them: pub/sub channels, scripts and
 * settings; put something unique into channel names, and do not call FLUSHALL.
 */
export function testRedisUrl(): string {
  // Number 0 stays out of it: on a given server it may hold data.
  return withRedisDatabase(1 + ((workerNumber() - 1) % usedByFiles()))
}

/** The same for what the files of a worker share: nobody empties it when the next file begins. */
export function workerRedisUrl(): string {
  return withRedisDatabase(1 + usedByFiles() + ((workerNumber() - 1) % usedByFiles()))
}

/** Half of them, because the other half is for the workers. */
function usedByFiles(): number {
  return Math.floor((inject('redisDatabaseCount') - 1) / 2)
}

/** Vitest numbers its parallel workers from 1. */
function workerNumber(): number {
  return Number(process.env['VITEST_POOL_ID'] ?? 1)
}

function withRedisDatabase(index: number): string {
  const url = new URL(inject('redisUrl'))
  url.pathname = `/${index}`
  return url.href
}
