import { createKysely } from '@gatehouse/postgres/create-kysely'
import { type Postgres, createPostgres } from '@gatehouse/postgres/create-postgres'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Tables } from '@gatehouse/schema/tables'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import type { Kysely } from 'kysely'

type OpenDatabase = { database: Kysely<Tables>; postgres: Postgres; close(): Promise<void> }

/** Opens the database for one command: few connections, and longer timeouts than those of a service. */
export function openDatabase(url: Secret): OpenDatabase {
  const postgres = createPostgres({
    url,
    applicationName: 'gatehouse cli',
    poolSizeMax: 2,
    connectTimeoutMs: 5_000,
    queryTimeoutMs: 60_000,
    logger: createLogger({ service: 'cli', level: 'warn', sinks: [] }),
  })
  return { database: createKysely<Tables>(postgres), postgres, close: () => postgres.close() }
}
