// A PgBouncer in front of a Postgres, in transaction mode: a connection of the server belongs to a client only during a
// transaction.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { findProgram } from '../server-process/find-program.ts'
import { findFreePort } from '../server-process/free-port.ts'
import { createRunDirectory, removeDirectory } from '../server-process/run-directory.ts'
import { type TestServer, startServer } from '../server-process/server-process.ts'
import { unprivilegedUser } from '../server-process/unprivileged-user.ts'

export type TestPgbouncer = TestServer & { readonly url: string }

export type PgbouncerOptions = {
  /** Port of the Postgres. */
  serverPort: number
  /** Parameters of a connection that are dropped; PgBouncer refuses connections with other unknown ones. */
  ignoredParameters?: readonly string[]
}

const installHint = 'Install PgBouncer (Debian: apt install pgbouncer).'

export async function startPgbouncer({
  serverPort,
  ignoredParameters = [],
}: PgbouncerOptions): Promise<TestPgbouncer> {
  const program = await findProgram('pgbouncer', { fallbackDirectories: ['/usr/sbin'], installHint })
  const user = await unprivilegedUser()
  const runDirectory = await createRunDirectory('pgbouncer', { user })
  await using onFailure = new AsyncDisposableStack()
  onFailure.defer(() => removeDirectory(runDirectory))
  const port = await findFreePort()
  const configFile = join(runDirectory, 'pgbouncer.ini')
  await writeFile(
    configFile,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${serverPort} user=postgres`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `ignore_startup_parameters = ${ignoredParameters.join(',')}`,
      '',
    ].join('\n'),
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const server = await startServer({
    name: 'PgBouncer',
    program,
    args: [configFile],
    runDirectory,
    logFile: join(runDirectory, 'server.log'),
    user,
    stopSignal: 'SIGINT',
    disposeSignal: 'SIGTERM',
    isReady: () => accepts(url),
  })
  onFailure.move()
  return Object.assign(server, { url })
}

async function accepts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
