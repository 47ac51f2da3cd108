// A Postgres with continuous archiving and encrypted backups by pgbackrest, from the files in deploy/postgres, and restores of
// it to any moment, each into a directory of its own.
import { execFile } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findProgram } from '../server-process/find-program.ts'
import { findFreePort } from '../server-process/free-port.ts'
import { createRunDirectory, removeDirectory, type ServerUser } from '../server-process/run-directory.ts'
import { unprivilegedUser } from '../server-process/unprivileged-user.ts'
import { type TestPostgres, findPostgresProgram, startPostgres } from '../start-postgres.ts'
import { waitUntil } from '../wait-until.ts'
import { fillTemplate } from './fill-template.ts'

export type ArchivedPostgres = {
  readonly server: TestPostgres
  backup(type: 'full' | 'incr'): Promise<BackupSize>
  /** Runs the shipped report. Resolves to the end of the newest backup in seconds, as pgbackrest itself lists it. */
  report(): Promise<number>
  /** Resolves when all WAL written so far is in the archive. */
  archiveAll(): Promise<void>
  /** Restores to the moment and starts a server there. The archive does not receive its WAL. */
  restore(moment: string): Promise<RestoredPostgres>
  [Symbol.asyncDispose](): Promise<void>
}

/** Bytes of the database, and those that the backup added to the repository. */
export type BackupSize = { databaseBytes: number; addedBytes: number; isEncrypted: boolean }

export type RestoredPostgres = {
  readonly server: TestPostgres
  /** Milliseconds until the files were there, and until the server accepted writes, both from the start of the restore. */
  readonly copiedMs: number
  readonly writableMs: number
}

const run = promisify(execFile)
const installHint = 'Install pgbackrest (Debian: apt install pgbackrest).'
const stanza = 'gatehouse'
const recoveredWithinMs = 600_000

export function findPgbackrest(): Promise<string> {
  return findProgram('pgbackrest', { installHint })
}

export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const program = await findPgbackrest()
  const user = await unprivilegedUser()
  await using scope = new AsyncDisposableStack()
  const runDirectory = await createRunDirectory('pgbackrest', { user })
  scope.defer(() => removeDirectory(runDirectory))
  const place: Place = { runDirectory, port: await findFreePort(), user }
  const configFile = await writeConfig(place)
  const server = scope.use(
    await startPostgres({
      dataDirectory: dataDirectoryOf(place),
      port: place.port,
      config: await fillTemplate('postgres/archiving.conf', { pgbackrest_config: configFile }),
      settings: { unix_socket_directories: runDirectory },
    }),
  )
  const pgbackrest = async (...args: string[]): Promise<string> => {
    const shared = [`--config=${configFile}`, `--stanza=${stanza}`]
    const { stdout } = await run(program, [...shared, ...args], { cwd: '/', ...user })
    return stdout
  }
  await pgbackrest('stanza-create')
  await pgbackrest('check')
  let restores = 0
  const own = scope.move()
  return {
    server,
    async backup(type) {
      await pgbackrest(`--type=${type}`, 'backup')
      return readLastBackup(await pgbackrest('info', '--output=json'))
    },
    async report() {
      const values = { pgbackrest_config: configFile }
      const file = join(runDirectory, 'report-backup.sql')
      await writeFile(file, await fillTemplate('postgres/report-backup.sql', values))
      const psql = await findPostgresProgram('psql')
      await run(psql, [`--dbname=${server.url}`, `--file=${file}`], { cwd: '/', ...user })
      return readLastStop(await pgbackrest('info', '--output=json'))
    },
    archiveAll: () => archiveAll(server.url),
    async restore(moment) {
      restores += 1
      const directory = join(runDirectory, `restored-${restores}`)
      const startedMs = performance.now()
      const target = ['--type=time', `--target=${moment}`, '--target-action=promote']
      await pgbackrest(`--pg1-path=${directory}`, ...target, 'restore')
      const copiedMs = performance.now() - startedMs
      const settings = { archive_mode: 'off' }
      const restored = own.use(await startPostgres({ dataDirectory: directory, settings }))
      await becomesWritable(restored.url)
      return { server: restored, copiedMs, writableMs: performance.now() - startedMs }
    },
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  }
}

type Place = { runDirectory: string; port: number; user: ServerUser | undefined }

function dataDirectoryOf({ runDirectory }: Place): string {
  return join(runDirectory, 'data')
}

async function writeConfig(place: Place): Promise<string> {
  const { runDirectory, port, user } = place
  const makeDirectory = async (name: string) => {
    const directory = join(runDirectory, name)
    await mkdir(directory)
    if (user) await chown(directory, user.uid, user.gid)
    return directory
  }
  const config = await fillTemplate('postgres/pgbackrest.conf', {
    repository: await makeDirectory('repository'),
    passphrase: 'a passphrase for tests',
    spool_directory: await makeDirectory('spool'),
    run_directory: await makeDirectory('run'),
    log_directory: await makeDirectory('log'),
    data_directory: dataDirectoryOf(place),
    port: String(port),
    socket_directory: runDirectory,
  })
  const file = join(runDirectory, 'pgbackrest.conf')
  await writeFile(file, config, { mode: 0o600 })
  if (user) await chown(file, user.uid, user.gid)
  return file
}

type StanzaInfo = {
  cipher: string
  backup: { info: { size: number; repository: { delta: number } }; timestamp: { stop: number } }[]
}

function readLastBackup(json: string): BackupSize {
  const [info] = JSON.parse(json) as StanzaInfo[]
  const last = info?.backup.at(-1)?.info
  if (!info || !last) throw new Error(`pgbackrest lists no backup: ${json}`)
  return {
    databaseBytes: last.size,
    addedBytes: last.repository.delta,
    isEncrypted: info.cipher === 'aes-256-cbc',
  }
}

function readLastStop(json: string): number {
  const stop = (JSON.parse(json) as StanzaInfo[])[0]?.backup.at(-1)?.timestamp.stop
  if (stop === undefined) throw new Error(`pgbackrest lists no backup: ${json}`)
  return stop
}

async function archiveAll(url: string): Promise<void> {
  const [{ segment }] = await ask<{ segment: string }>(
    url,
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  const isArchived = async () => {
    const statement = 'select last_archived_wal as last from pg_stat_archiver'
    const [{ last }] = await ask<{ last: string | null }>(url, statement)
    return last !== null && last >= segment
  }
  await waitUntil(isArchived, { withinMs: 120_000, what: 'the WAL is archived', pauseMs: 100 })
}

async function becomesWritable(url: string): Promise<void> {
  const isPrimary = async () => {
    const [{ recovering }] = await ask<{ recovering: boolean }>(
      url,
      'select pg_is_in_recovery() as recovering',
    )
    return !recovering
  }
  const within = { withinMs: recoveredWithinMs, what: 'the restored server accepts writes', pauseMs: 50 }
  await waitUntil(isPrimary, within)
}

/** Returns the row of a statement that has exactly one. */
async function ask<Row extends object>(url: string, statement: string): Promise<[Row]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Row>(statement)
    return rows as [Row]
  } finally {
    await client.end()
  }
}
