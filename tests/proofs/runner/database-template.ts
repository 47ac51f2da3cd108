// Data directory of a stopped Postgres that is initialised and migrated. Proofs copy it instead of running initdb and
// all migrations, which would take each of them several seconds.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@gatehouse/postgres/migrate'
import { migrationsDirectory } from '@gatehouse/schema/migrations-directory'
import { startPostgres } from '@gatehouse/testkit/start-postgres'

/** Environment variable that names the template; processes that a proof starts inherit it. */
export const templateSetting = 'PROOF_DATABASE_TEMPLATE'

export type DatabaseTemplate = AsyncDisposable & { directory: string }

export async function createDatabaseTemplate(given?: string): Promise<DatabaseTemplate> {
  const parent = given ?? (await mkdtemp(join(tmpdir(), 'gatehouse-proofs-')))
  // Postgres may run as another user, who must be able to enter the directory.
  await chmod(parent, 0o755)
  const server = await startPostgres({ dataDirectory: join(parent, 'data') })
  const directory = server.dataDirectory
  await migrate({ databaseUrl: server.url, directory: migrationsDirectory })
  await server[Symbol.asyncDispose]()
  return { directory, [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }) }
}
