import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, type PostgresOptions, createPostgres } from '@gatehouse/postgres/create-postgres'
import { type Shards, oneShard } from '@gatehouse/postgres/shards'
import { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { testDatabase } from './test-servers.ts'

export type OpenTestDatabase = AsyncDisposable & {
  database: Database
  databases: Shards<Database>
  postgres: Postgres
  shards: Shards
  url: string
}

/** A cloned database with open connections, as a service has them. */
export async function openTestDatabase({
  poolSizeMax = 4,
  settings = {},
}: Partial<Pick<PostgresOptions, 'poolSizeMax' | 'settings'>> = {}): Promise<OpenTestDatabase> {
  const scope = new AsyncDisposableStack()
  const { url } = scope.use(await testDatabase())
  const postgres = createPostgres({
    url: new Secret(url),
    applicationName: 'test',
    poolSizeMax,
    settings,
    // Longer than in a service: several files share the server, and the machine may be busy.
    connectTimeoutMs: 20_000,
    queryTimeoutMs: 20_000,
    logger: createLogger({ service: 'test', level: 'error', sinks: [] }),
  })
  scope.defer(() => postgres.close())
  const database = createDatabase<Tables>(postgres)
  return {
    database,
    databases: oneShard(database),
    postgres,
    shards: oneShard(postgres),
    url,
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}
