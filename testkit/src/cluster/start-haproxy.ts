// haproxy from deploy/postgres/haproxy.cfg, which leads to the primary of a Patroni cluster.
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { findProgram } from '../server-process/find-program.ts'
import { findFreePort } from '../server-process/free-port.ts'
import { createRunDirectory, removeDirectory } from '../server-process/run-directory.ts'
import { startServer } from '../server-process/server-process.ts'
import { fillTemplate } from './fill-template.ts'

export type ProxiedServer = { name: string; postgresAddress: string; restPort: number }

const installHint = 'Install haproxy (Debian: apt install haproxy).'

export async function findHaproxy(): Promise<string> {
  return findProgram('haproxy', { fallbackDirectories: ['/usr/sbin'], installHint })
}

/** Resolves to the port that leads to the primary. */
export async function startHaproxy(
  scope: AsyncDisposableStack,
  servers: readonly ProxiedServer[],
): Promise<number> {
  const program = await findHaproxy()
  const runDirectory = await createRunDirectory('haproxy')
  scope.defer(() => removeDirectory(runDirectory))
  const port = await findFreePort()
  const configFile = join(runDirectory, 'haproxy.cfg')
  const lines = servers.map(
    ({ name, postgresAddress, restPort }) => `  server ${name} ${postgresAddress} check port ${restPort}`,
  )
  const config = await fillTemplate('postgres/haproxy.cfg', {
    listen_address: `127.0.0.1:${port}`,
    servers: lines.join('\n'),
  })
  await writeFile(configFile, config)
  scope.use(
    await startServer({
      name: 'haproxy',
      program,
      args: ['-f', configFile, '-db'],
      runDirectory,
      logFile: join(runDirectory, 'server.log'),
      // Ends open connections too; SIGUSR1 would wait for them.
      stopSignal: 'SIGTERM',
      isReady: () => accepts(port),
    }),
  )
  return port
}

export async function accepts(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
