// Three etcd servers from deploy/postgres/etcd.conf.yml, which keep the lock of a Patroni cluster.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from '../server-process/find-program.ts'
import { findFreePort } from '../server-process/free-port.ts'
import { createRunDirectory, removeDirectory } from '../server-process/run-directory.ts'
import { startServer } from '../server-process/server-process.ts'
import { fillTemplate } from './fill-template.ts'

const memberCount = 3
const installHint = 'Install etcd (Debian: apt install etcd-server).'

export async function findEtcd(): Promise<string> {
  return findProgram('etcd', { installHint })
}

/** Resolves to the client addresses, separated by commas. */
export async function startEtcd(scope: AsyncDisposableStack): Promise<string> {
  const program = await findEtcd()
  const members = await Promise.all(
    Array.from({ length: memberCount }, async (_, index) => ({
      name: `etcd${index + 1}`,
      clientAddress: `127.0.0.1:${await findFreePort()}`,
      peerAddress: `127.0.0.1:${await findFreePort()}`,
    })),
  )
  const cluster = members.map(({ name, peerAddress }) => `${name}=http://${peerAddress}`).join(',')
  // Concurrently: a member accepts clients only when two are running.
  await Promise.all(
    members.map(async ({ name, clientAddress, peerAddress }) => {
      const runDirectory = await createRunDirectory('etcd')
      scope.defer(() => removeDirectory(runDirectory))
      const configFile = join(runDirectory, 'etcd.conf.yml')
      const config = await fillTemplate('postgres/etcd.conf.yml', {
        name,
        data_directory: join(runDirectory, 'data'),
        client_address: clientAddress,
        peer_address: peerAddress,
        cluster,
      })
      await writeFile(configFile, config)
      scope.use(
        await startServer({
          name,
          program,
          args: ['--config-file', configFile],
          runDirectory,
          logFile: join(runDirectory, 'server.log'),
          stopSignal: 'SIGTERM',
          disposeSignal: 'SIGKILL',
          isReady: () => isHealthy(clientAddress),
        }),
      )
    }),
  )
  return members.map(({ clientAddress }) => clientAddress).join(',')
}

async function isHealthy(address: string): Promise<boolean> {
  return fetch(`http://${address}/health`).then(
    async (response) => (await response.text()).includes('true'),
    () => false,
  )
}
