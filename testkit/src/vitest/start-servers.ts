// Runs once before the integration tests: one Postgres, one Redis and one migrated database to clone. With
// TEST_DATABASE_URL or TEST_REDIS_URL the tests use an existing server, and leave nothing behind in it.
import { randomBytes } from 'node:crypto'
import { migrate } from '@gatehouse/postgres/migrate'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import type { TestProject } from 'vitest/node'
import { createTemplate, dropTemplate } from '../clone-database.ts'
import { startPostgres } from '../start-postgres.ts'
import { redisDatabaseCount, startRedis } from '../start-redis.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    templateDatabase: string
    redisUrl: string
    redisDatabaseCount: number
  }
}

// The default of an unconfigured Redis.
const usualRedisDatabaseCount = 16

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using started = new AsyncDisposableStack()

  const givenPostgres = process.env['TEST_DATABASE_URL']
  const postgresUrl = givenPostgres || started.use(await startPostgres({ storage: 'memory' })).url
  const templateDatabase = await createTemplate(postgresUrl, {
    // A unique name: another run on the same server may have different migrations.
    name: `gatehouse_test_${process.pid}_${randomBytes(4).toString('hex')}`,
    prepare: async (databaseUrl) => void (await migrate({ databaseUrl, directory: migrationsDirectory })),
  })
  if (givenPostgres) started.defer(async () => dropTemplate(postgresUrl, templateDatabase))

  const givenRedis = process.env['TEST_REDIS_URL']
  const redisUrl = givenRedis || started.use(await startRedis()).url

  project.provide('postgresUrl', postgresUrl)
  project.provide('templateDatabase', templateDatabase)
  project.provide('redisUrl', redisUrl)
  project.provide('redisDatabaseCount', givenRedis ? usualRedisDatabaseCount : redisDatabaseCount)

  const running = started.move()
  return async () => running.disposeAsync()
}
