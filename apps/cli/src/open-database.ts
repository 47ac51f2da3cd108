import { createDatabase } from '@gatehouse/postgres/create-database'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import { type Shards, oneShard } from '@gatehouse/postgres/shards'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'

type OpenDatabase = {
  database: Database
  postgres: Postgres
  /** The same connections, chosen by company. */
  databases: Shards<Database>
  shards: Shards
  close(): Promise<void>
}

/** Opens the database for one command: few connections, and longer timeouts than those of a service. */
export function openDatabase(url: Secret, { queryTimeoutMs = 60_000 } = {}): OpenDatabase {
  const postgres = createPostgres({
    url,
    applicationName: 'gatehouse cli',
    poolSizeMax: 2,
    connectTimeoutMs: 5_000,
    queryTimeoutMs,
    logger: createLogger({ service: 'cli', level: 'warn', sinks: [] }),
  })
  const database = createDatabase<Tables>(postgres)
  return {
    database,
    postgres,
    databases: oneShard(database),
    shards: oneShard(postgres),
    close: () => postgres.close(),
  }
}
