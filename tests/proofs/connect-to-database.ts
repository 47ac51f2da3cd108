import { type Postgres, type PostgresOptions, createPostgres } from '@gatehouse/postgres/create-postgres'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'

/** Connections of a proof itself: patient, because what is proven may keep the machine busy. */
export function connectToDatabase(
  url: string,
  options: Partial<Pick<PostgresOptions, 'poolSizeMax' | 'queryTimeoutMs' | 'settings'>> = {},
): Postgres {
  return createPostgres({
    url: new Secret(url),
    applicationName: 'proof',
    poolSizeMax: 4,
    connectTimeoutMs: 30_000,
    queryTimeoutMs: 60_000,
    logger: createLogger({ service: 'proof', level: 'error', sinks: [process.stderr] }),
    ...options,
  })
}
