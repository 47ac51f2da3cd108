// Opens Postgres and Redis, configured or started here, and migrates the database.
import { migrate } from '@gatehouse/postgres/migrate'
import type { Secret } from '@gatehouse/runtime/secret'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { type OwnPostgresOptions, startOwnPostgres } from './own-postgres.ts'
import { refuseForeignDatabase } from './refuse-foreign-database.ts'

export type StoreOptions = OwnPostgresOptions & {
  databaseUrl: Secret | undefined
  redisUrl: Secret | undefined
  /** True if a database with companies other than the demo company may be used. */
  mayUseForeignDatabase: boolean
  print: (line: string) => void
  stopRequested: AbortSignal
}

export type Stores = { databaseUrl: string; redisUrl: string }

/**
 * Waits for both stores before it reports that one failed: a server that is still starting is not in the scope yet and
 * would not be stopped.
 */
export async function openStores(options: StoreOptions, scope: AsyncDisposableStack): Promise<Stores> {
  const outcomes = await Promise.allSettled([openPostgres(options, scope), openRedis(options, scope)])
  const [postgres, redis] = outcomes
  if (postgres.status === 'rejected') throw postgres.reason
  if (redis.status === 'rejected') throw redis.reason
  return { databaseUrl: postgres.value, redisUrl: redis.value }
}

export async function migrateDatabase(
  databaseUrl: string,
  { print, stopRequested }: Pick<StoreOptions, 'print' | 'stopRequested'>,
): Promise<void> {
  const { applied } = await migrate({
    databaseUrl,
    directory: migrationsDirectory,
    onWaiting: () => print('another migration is running; waiting for it'),
    stopRequested,
  })
  if (applied.length > 0) print(`applied ${applied.length} migrations`)
}

async function openPostgres(options: StoreOptions, scope: AsyncDisposableStack): Promise<string> {
  const { print, isFresh } = options
  if (options.databaseUrl) {
    if (!options.mayUseForeignDatabase) await refuseForeignDatabase(options.databaseUrl)
    if (isFresh) print('DATABASE_URL is set, so --fresh has no effect on that database')
    return options.databaseUrl.reveal()
  }
  print('DATABASE_URL is not set: starting Postgres')
  const postgres = scope.use(await startOwnPostgres(options))
  print(`Postgres runs on port ${postgres.port}, its data is in ${postgres.dataDirectory}`)
  return postgres.url
}

async function openRedis(options: StoreOptions, scope: AsyncDisposableStack): Promise<string> {
  if (options.redisUrl) return options.redisUrl.reveal()
  const { startRedis } = await import('@gatehouse/testkit/start-redis')
  options.print('REDIS_URL is not set: starting Redis')
  const redis = scope.use(await startRedis())
  options.print(`Redis runs on port ${redis.port}`)
  return redis.url
}
