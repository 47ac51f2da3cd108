// The three compared proxies: the bare proxy, our gateway with all features on, and Portkey's gateway, which a user
// might choose instead and which neither checks nor bills.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { serviceNodeFlags } from '@gatehouse/service/node-flags'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { GatewaySetup } from '../gateway-setup.ts'
import type { LoadTarget } from './closed-loop.ts'
import { pinProcess } from './pin-process.ts'

export type Proxies = { bare: LoadTarget; ours: LoadTarget; peer: LoadTarget; gatewayPid: number }

// About a kilobyte, the usual size in published benchmarks.
const body = JSON.stringify({
  model: 'svc/chat-default',
  max_tokens: 200,
  messages: [
    { role: 'system', content: 'You help recruiters to find the right talent for a job.' },
    { role: 'user', content: 'Which of these skills matter most for the role? '.repeat(16) },
  ],
})
// Allows profiling the gateway during the measurement.
const gatewayNodeOptions = (process.env['GATEWAY_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean)
const json = { 'content-type': 'application/json' }

type Places = {
  providerUrl: string
  core: number
  /** Settings of our gateway in addition to the setup's. */
  settings?: Readonly<Record<string, string>>
}

/**
 * For `tryTools`, which may run while other proofs start and keep the machine busy: a gateway that never sheds load.
 */
export const patientGateway = { OVERLOAD_LAG_MS: '60000' }

export async function startProxies(
  scope: AsyncDisposableStack,
  setup: GatewaySetup,
  places: Places,
): Promise<Proxies> {
  const proxies = await startBareAndOurs(scope, setup, places)
  const headers = {
    ...json,
    authorization: 'Bearer none',
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': places.providerUrl,
  }
  const port = await startPortkey(scope, places.core)
  return { ...proxies, peer: { port, path: '/v1/chat/completions', headers, body } }
}

export async function startBareAndOurs(
  scope: AsyncDisposableStack,
  setup: GatewaySetup,
  { providerUrl, core, settings = {} }: Places,
): Promise<Omit<Proxies, 'peer'>> {
  const bare = await startBareProxy(scope, providerUrl, core)
  const gateway = await startGateway(scope, { ...setup.environment, ...settings }, core)
  const headers = { ...json, authorization: `Bearer ${setup.key.raw}` }
  return {
    gatewayPid: gateway.pid,
    bare: { port: bare, path: '/', headers: json, body },
    ours: { port: gateway.port, path: '/llm/v1/chat/completions', headers, body },
  }
}

/** The log goes to /dev/null: reading a line per call would use the core that the load runs on. */
async function startGateway(
  scope: AsyncDisposableStack,
  environment: Readonly<Record<string, string>>,
  core: number,
): Promise<{ pid: number; port: number }> {
  const port = await findFreePort()
  const log = openSync('/dev/null', 'w')
  const args = [...serviceNodeFlags, ...gatewayNodeOptions, 'apps/gateway/src/main.ts']
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...environment, PORT: String(port), LOG_LEVEL: 'info' },
    stdio: ['ignore', log, log],
  })
  scope.defer(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const pid = pidOf(child)
  await pinProcess(pid, core)
  await listens(`http://127.0.0.1:${port}/ready`, 'the gateway')
  return { pid, port }
}

async function startBareProxy(
  scope: AsyncDisposableStack,
  providerUrl: string,
  core: number,
): Promise<number> {
  const child = fork(fileURLToPath(new URL('bare-proxy.ts', import.meta.url)), [providerUrl])
  scope.defer(() => void child.kill('SIGKILL'))
  const [port] = (await once(child, 'message')) as [number]
  await pinProcess(pidOf(child), core)
  return port
}

async function startPortkey(scope: AsyncDisposableStack, core: number): Promise<number> {
  const port = await findFreePort()
  const entry = createRequire(import.meta.url).resolve('@portkey-ai/gateway/build/start-server.js')
  const child = fork(entry, [`--port=${port}`, '--headless'], { silent: true })
  scope.defer(() => void child.kill('SIGKILL'))
  await listens(`http://127.0.0.1:${port}/`, 'Portkey')
  await pinProcess(pidOf(child), core)
  return port
}

async function listens(url: string, who: string): Promise<void> {
  const isSo = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitUntil(isSo, { withinMs: 30_000, what: `${who} listens` })
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('the process did not start')
  return pid
}
