// Servers that nearly every proof starts with: its own migrated Postgres and Redis, and connections to them.
import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, type PostgresOptions, createPostgres } from '@gatehouse/postgres/create-postgres'
import { migrate } from '@gatehouse/postgres/migrate'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { type TestDatabase, cloneDatabase, createTemplate } from '@gatehouse/testkit/clone-database'
import { type TestPostgres, startPostgres } from '@gatehouse/testkit/start-postgres'
import { type TestRedis, startRedis } from '@gatehouse/testkit/start-redis'
import { templateSetting } from '../runner/database-template.ts'

export type ProofServers = { postgres: TestPostgres; redis: TestRedis }

type ServerOptions = {
  /** Added to the environment of both servers. */
  environment?: Readonly<Record<string, string>>
}

export async function startServers(
  scope: AsyncDisposableStack,
  { environment = {} }: ServerOptions = {},
): Promise<ProofServers> {
  const [postgres, redis] = await Promise.all([
    startDatabase(scope, { environment }),
    startRedis({ environment }),
  ])
  scope.use(redis)
  return { postgres, redis }
}

/** A Postgres with all migrations applied. */
export async function startDatabase(
  scope: AsyncDisposableStack,
  { environment = {} }: ServerOptions = {},
): Promise<TestPostgres> {
  const templateDirectory = process.env[templateSetting]
  const server = scope.use(
    await startPostgres({ environment, ...(templateDirectory ? { templateDirectory } : {}) }),
  )
  // A no-op on a copy of the template.
  await applyMigrations(server.url)
  return server
}

/** A Postgres for a proof that needs several databases: each clone has all migrations applied. */
export async function startDatabases(
  scope: AsyncDisposableStack,
): Promise<{ clone(): Promise<TestDatabase> }> {
  const server = scope.use(await startPostgres())
  const template = await createTemplate(server.url, { name: 'proof', prepare: applyMigrations })
  return { clone: () => cloneDatabase(server.url, template) }
}

async function applyMigrations(databaseUrl: string): Promise<void> {
  await migrate({ databaseUrl, directory: migrationsDirectory })
}

export type ProofDatabase = { pool: Postgres; database: Database }

type ConnectionOptions = Partial<Pick<PostgresOptions, 'poolSizeMax' | 'queryTimeoutMs' | 'settings'>>

/** Connections of the proof itself. Their time limits are long, because what is proven may keep the machine busy. */
export function connectToDatabase(
  scope: AsyncDisposableStack,
  url: string,
  options: ConnectionOptions = {},
): ProofDatabase {
  const pool = createPostgres({
    url: new Secret(url),
    applicationName: 'proof',
    poolSizeMax: 4,
    connectTimeoutMs: 30_000,
    queryTimeoutMs: 60_000,
    logger: createLogger({ service: 'proof', level: 'error', sinks: [process.stderr] }),
    ...options,
  })
  scope.defer(() => pool.close())
  return { pool, database: createDatabase<Tables>(pool) }
}
