// The Postgres server of `gatehouse dev`, whose data persists across runs. Deleting the data while a server uses it, or
// starting a second server on it, would lose data, so both first check that no server is running.
import { execFile } from 'node:child_process'
import { access, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Fault } from '@gatehouse/runtime/fault'

const run = promisify(execFile)

export type OwnPostgresOptions = { dataDirectory: string; isFresh: boolean }

export async function startOwnPostgres({ dataDirectory, isFresh }: OwnPostgresOptions) {
  const { startPostgres } = await import('@gatehouse/testkit/start-postgres')
  const wanted = resolve(dataDirectory, 'postgres')
  const start = async () => {
    await refuseIfRunning(wanted)
    return startPostgres({ dataDirectory: wanted }).catch((thrown: unknown) => {
      throw String(thrown).includes('lock file "postmaster.pid" already exists')
        ? alreadyRunning(wanted)
        : thrown
    })
  }
  if (isFresh) await removePostgresData(wanted)
  const postgres = await start()
  if (!isFresh || postgres.dataDirectory === wanted) return postgres
  // The server's user cannot access the wanted directory, so the server has used another one, which may contain old
  // data.
  await postgres[Symbol.asyncDispose]()
  await removePostgresData(postgres.dataDirectory)
  return start()
}

/** Removes the directory only if it certainly contains Postgres data that no server uses. */
async function removePostgresData(directory: string): Promise<void> {
  const isPostgresData = await access(join(directory, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
  if (!isPostgresData) return
  await refuseIfRunning(directory)
  await rm(directory, { recursive: true })
}

async function refuseIfRunning(directory: string): Promise<void> {
  const [pid = ''] = (await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  if (/^\d+$/.test(pid) && (await isPostgres(pid))) throw alreadyRunning(directory, pid)
}

// `postmaster.pid` survives a crash, after which its process id may belong to any program.
async function isPostgres(pid: string): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'comm=', '-p', pid]).catch(() => ({ stdout: '' }))
  return /postgres/.test(stdout)
}

function alreadyRunning(directory: string, pid?: string): Fault {
  const by = pid === undefined ? 'by a running Postgres' : `by the running Postgres ${pid}`
  return new Fault({
    kind: 'conflict',
    code: 'cli.already_running',
    publicMessage:
      `the data in ${directory} is in use ${by}: another gatehouse dev is running on it.\n` +
      'Stop that one, or give this one its own directory with --data DIR.',
  })
}
