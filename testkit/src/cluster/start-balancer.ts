// haproxy from deploy/balancer/haproxy.cfg, in front of the processes of the gateway and of the backend.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../server-process/free-port.ts'
import { createRunDirectory } from '../server-process/run-directory.ts'
import { startServer } from '../server-process/server-process.ts'
import { fillTemplate } from './fill-template.ts'
import { accepts, findHaproxy } from './start-haproxy.ts'

export type Balancer = { gatewayUrl: string; backendUrl: string }

export async function startBalancer(
  scope: AsyncDisposableStack,
  ports: { gateway: readonly number[]; backend: readonly number[] },
): Promise<Balancer> {
  const program = await findHaproxy()
  const runDirectory = await createRunDirectory('balancer')
  const [gatewayPort, backendPort] = [await findFreePort(), await findFreePort()]
  const servers = (name: string, list: readonly number[]) =>
    list.map((port, index) => `  server ${name}${index + 1} 127.0.0.1:${port} check`).join('\n')
  const configFile = join(runDirectory, 'haproxy.cfg')
  await writeFile(
    configFile,
    await fillTemplate('balancer/haproxy.cfg', {
      gateway_address: `127.0.0.1:${gatewayPort}`,
      backend_address: `127.0.0.1:${backendPort}`,
      gateway_servers: servers('gateway', ports.gateway),
      backend_servers: servers('backend', ports.backend),
    }),
  )
  scope.use(
    await startServer({
      name: 'balancer',
      program,
      args: ['-f', configFile, '-db'],
      runDirectory,
      logFile: join(runDirectory, 'server.log'),
      stopSignal: 'SIGTERM',
      isReady: () => accepts(gatewayPort),
    }),
  )
  return {
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    backendUrl: `http://127.0.0.1:${backendPort}`,
  }
}
