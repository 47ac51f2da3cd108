// A real Postgres with its own data and port, and as durable as in production (fsync is on), so that what a test sees
// after `kill()` is what a customer would see after a crash.
import { execFile } from 'node:child_process'
import { appendFile, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { findProgram } from './server-process/find-program.ts'
import { findFreePort } from './server-process/free-port.ts'
import { isInitialised, preparePostgresDirectory } from './server-process/postgres-directory.ts'
import { createRunDirectory, removeDirectory, type ServerUser } from './server-process/run-directory.ts'
import { startServer, type TestServer } from './server-process/server-process.ts'
import type { Storage } from './server-process/storage.ts'
import { unprivilegedUser } from './server-process/unprivileged-user.ts'

export type PostgresOptions = {
  /** Keeps the data in this directory between starts. Without it the data is removed on dispose. */
  dataDirectory?: string
  /** Data directory of a stopped server, copied instead of running initdb. */
  templateDirectory?: string
  /** Connection string of a running server that this one follows as a standby, instead of running initdb. */
  standbyOf?: string
  /** Where the data is if `dataDirectory` is not given; by default on the disk. */
  storage?: Storage
  port?: number
  /** Added to postgresql.conf when the data directory is created. */
  config?: string
  /** Parameters on the command line, which win over those of the files. */
  settings?: Readonly<Record<string, string>>
  environment?: Readonly<Record<string, string>>
}

export type TestPostgres = TestServer & {
  /** URL of the superuser and the database `postgres`. No password is needed. */
  readonly url: string
  readonly port: number
  /**
   * Differs from the directory in the options if the user that runs the server cannot access that one (see
   * `postgres-directory.ts`).
   */
  readonly dataDirectory: string
}

const run = promisify(execFile)

const installHint =
  'Install Postgres (Debian: apt install postgresql; macOS: brew install postgresql@17), ' +
  'or set PG_BIN to the directory that has initdb and postgres.'

const fallbackDirectories = [
  '/usr/lib/postgresql/*/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/usr/local/opt/postgresql*/bin',
  '/usr/local/pgsql/bin',
  '/usr/local/bin',
  '/usr/pgsql-*/bin',
]

export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const initdb = await findPostgresProgram('initdb')
  const user = await unprivilegedUser()
  const runDirectory = await createRunDirectory('postgres', { user, storage: options.storage })
  await using onFailure = new AsyncDisposableStack()
  onFailure.defer(async () => removeDirectory(runDirectory))
  const wanted = options.dataDirectory ?? join(runDirectory, 'data')
  const dataDirectory = await preparePostgresDirectory(wanted, user)
  if (!(await isInitialised(dataDirectory))) {
    // The copy is not synced, for the same reason as in `initialise`. `-a` keeps the owner.
    if (options.templateDirectory) await run('cp', ['-a', `${options.templateDirectory}/.`, dataDirectory])
    else if (options.standbyOf !== undefined) await copyServer(options.standbyOf, dataDirectory, user)
    else await initialise({ initdb, dataDirectory, user })
    if (options.config !== undefined)
      await appendFile(join(dataDirectory, 'postgresql.conf'), `\n${options.config}`)
  }

  const port = options.port ?? (await findFreePort())
  const server = onFailure.use(
    await startServer({
      name: 'Postgres',
      program: await findPostgresProgram('postgres'),
      args: ['-D', dataDirectory, '-p', String(port), ...settingArguments(runDirectory, options.settings)],
      runDirectory,
      environment: options.environment,
      logFile: join(runDirectory, 'server.log'),
      user,
      stopSignal: 'SIGINT',
      // The data is discarded, so it need not be flushed first, which can take seconds.
      disposeSignal: options.dataDirectory === undefined ? 'SIGQUIT' : 'SIGINT',
      onDispose: async (pid) => releaseSharedMemory(dataDirectory, pid),
      isReady: async (pid) => saysReady(dataDirectory, pid),
    }),
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await assertDurable(url)
  onFailure.move()
  return Object.assign(server, { url, port, dataDirectory })
}

/** Finds a program of the same installation as the server: pg_dump rejects a server newer than itself. */
export async function findPostgresProgram(name: string): Promise<string> {
  const search = { directory: process.env['PG_BIN'], fallbackDirectories, installHint }
  const initdb = await findProgram('initdb', search)
  // The initdb on the PATH may be a symlink in a folder without the other programs, so the link is resolved.
  return findProgram(name, { directory: dirname(await realpath(initdb)), installHint })
}

function settingArguments(runDirectory: string, others: Readonly<Record<string, string>> = {}): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: runDirectory,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: '200',
    shared_buffers: '256MB',
    // Shared memory is kept in the data directory, which is removed. In /dev/shm it would outlive a killed server.
    dynamic_shared_memory_type: 'mmap',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...others,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

type Initialisation = { initdb: string; dataDirectory: string; user: ServerUser | undefined }

async function initialise({ initdb, dataDirectory, user }: Initialisation): Promise<void> {
  // initdb runs without fsync, because an empty cluster that is lost in a crash is simply created again. Later writes
  // are synced.
  const args = ['-D', dataDirectory, '-U', 'postgres', '-E', 'UTF8', '--auth=trust', '--no-sync']
  const initialiseIn = async (locale: string) =>
    run(initdb, [...args, `--locale=${locale}`], { cwd: '/', ...user })
  try {
    await initialiseIn('C.UTF-8')
  } catch (error) {
    if (!String(error).includes('invalid locale')) throw error
    await initialiseIn('C')
  }
}

async function copyServer(
  source: string,
  dataDirectory: string,
  user: ServerUser | undefined,
): Promise<void> {
  const program = await findPostgresProgram('pg_basebackup')
  const args = ['-d', source, '-D', dataDirectory, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  await run(program, args, { cwd: '/', ...user })
}

// Reads postmaster.pid, as pg_ctl does: trying to connect would fill the log with refused connections. The pid is
// compared because after a crash the file still names the old process.
async function saysReady(dataDirectory: string, pid: number): Promise<boolean> {
  const lines = await readStatusFile(dataDirectory)
  // A standby never reports `ready`.
  return lines[0] === String(pid) && ['ready', 'standby'].includes(lines[7]?.trim() ?? '')
}

// A killed server leaves a shared memory segment, which it would reuse at its next start. If it is never started again,
// the segment stays until the machine is restarted, and macOS allows only 32 segments.
async function releaseSharedMemory(dataDirectory: string, pid: number): Promise<void> {
  const lines = await readStatusFile(dataDirectory)
  const [, segment] = lines[6]?.trim().split(/\s+/) ?? []
  if (lines[0] === String(pid) && segment !== undefined)
    await run('ipcrm', ['-m', segment]).catch(() => undefined)
}

async function readStatusFile(dataDirectory: string): Promise<string[]> {
  const text = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '')
  return text.split('\n')
}

async function assertDurable(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ fsync: string }>('show fsync')
    if (rows[0]?.fsync !== 'on') throw new Error(`Postgres runs with fsync ${rows[0]?.fsync}: not durable`)
  } finally {
    await client.end()
  }
}
