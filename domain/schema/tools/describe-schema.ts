import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createPostgres } from '@gatehouse/postgres/create-postgres'
import { generateTableTypes } from '@gatehouse/postgres/generate-table-types'
import { migrate } from '@gatehouse/postgres/migrate'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { findPostgresProgram, startPostgres } from '@gatehouse/testkit/start-postgres'
import { migrationsDirectory } from '../src/migrations-directory.ts'

const run = promisify(execFile)

export const schemaFiles = {
  sql: new URL('../schema.sql', import.meta.url),
  types: new URL('../src/tables.generated.ts', import.meta.url),
}

/** Returns the schema that all migrations produce, as SQL and as TypeScript types. */
export async function describeSchema(): Promise<{ sql: string; types: string }> {
  await using server = await startPostgres()
  await migrate({ databaseUrl: server.url, directory: migrationsDirectory })
  const postgres = createPostgres({
    url: new Secret(server.url),
    applicationName: 'gatehouse schema',
    poolSizeMax: 1,
    logger: createLogger({ service: 'schema', level: 'warn', sinks: [] }),
  })
  try {
    return { sql: await dumpSchema(server.url), types: await generateTableTypes(postgres) }
  } finally {
    await postgres.close()
  }
}

async function dumpSchema(databaseUrl: string): Promise<string> {
  const program = await findPostgresProgram('pg_dump')
  // The partitions of weeks, months and days depend on the date of the migration.
  const dated = ['calls_2*', 'match_score_log_2*', 'tasks.queue_stats_2*']
  const withoutDates = dated.map((name) => `--exclude-table=${name}`)
  const args = ['--schema-only', '--no-owner', '--no-privileges', ...withoutDates, '--dbname', databaseUrl]
  const { stdout } = await run(program, args, { maxBuffer: 64 * 1_024 * 1_024 })
  const kept = stdout
    .split('\n')
    // Comments contain versions, settings differ between versions, and \restrict contains a random token.
    .filter((line) => !/^(--|SET |SELECT pg_catalog|\\(un)?restrict)/.test(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return `-- The schema that the migrations produce; written by \`pnpm schema\`, not by hand.\n\n${kept}\n`
}
