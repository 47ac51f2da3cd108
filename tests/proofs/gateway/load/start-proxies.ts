// The three compared proxies: the bare proxy, our gateway with all features on, and Portkey's gateway, which a user
// might choose instead and which neither checks nor bills.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { serviceNodeFlags } from '@gatehouse/service/node-flags'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { GatewaySetup } from '../gateway-setup.ts'
import { describeNode } from '../../kit/describe-node.ts'
import type { LoadTarget } from './closed-loop.ts'
import { pinProcess } from './pin-process.ts'
import type { PlantedFault } from './planted-fault.ts'
import { type Probe, connectProbe } from './probe/connect-probe.ts'

/** A proxy under load, with the process whose cost is measured. */
export type Proxy = LoadTarget & { pid: number }

export type Proxies = { bare: Proxy; ours: Proxy & { probe: Probe }; peer: Proxy }

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
  /** A fault of our gateway that the proof must notice. */
  fault?: PlantedFault | undefined
}

/** What the figures depend on besides the code. */
export function describeRuntime(): string {
  const gateway = describeNode([...serviceNodeFlags, ...gatewayNodeOptions])
  return `${gateway} for the gateway, without flags for the other proxies`
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
  const peer = await startPortkey(scope, places.core)
  return { ...proxies, peer: { ...peer, path: '/v1/chat/completions', headers, body } }
}

export async function startBareAndOurs(
  scope: AsyncDisposableStack,
  setup: GatewaySetup,
  places: Places,
): Promise<Omit<Proxies, 'peer'>> {
  const bare = await startBareProxy(scope, places.providerUrl, places.core)
  const ours = await startGateway(scope, setup, places)
  return { bare: { ...bare, path: '/', headers: json, body }, ours }
}

/**
 * The log goes to a file, as in production: a line per call that the proof had to read would use the core that the load
 * runs on.
 */
export async function startGateway(
  scope: AsyncDisposableStack,
  setup: GatewaySetup,
  { core, settings = {}, fault }: Omit<Places, 'providerUrl'>,
): Promise<Proxies['ours']> {
  const port = await findFreePort()
  const log = openLog(scope)
  const args = [
    ...serviceNodeFlags,
    ...gatewayNodeOptions,
    ...importing(new URL('probe/preload.ts', import.meta.url)),
    ...(fault ? importing(new URL('planted-fault.ts', import.meta.url)) : []),
    'apps/gateway/src/main.ts',
  ]
  const own = { PORT: String(port), LOG_LEVEL: 'info', ...(fault && { PLANTED_FAULT: fault }) }
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...setup.environment, ...settings, ...own },
    stdio: ['ignore', log, log, 'pipe'],
  })
  closeSync(log)
  scope.defer(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const pid = pidOf(child)
  await pinProcess(pid, core)
  await listens(`http://127.0.0.1:${port}/ready`, 'the gateway')
  const headers = { ...json, authorization: `Bearer ${setup.key.raw}` }
  const probe = connectProbe(child.stdio[3] as Duplex)
  return { pid, port, path: '/llm/v1/chat/completions', headers, body, probe }
}

function importing({ href }: URL): string[] {
  return ['--import', href]
}

function openLog(scope: AsyncDisposableStack): number {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-log-'))
  scope.defer(() => rmSync(directory, { recursive: true, force: true }))
  return openSync(join(directory, 'gateway.log'), 'a')
}

async function startBareProxy(
  scope: AsyncDisposableStack,
  providerUrl: string,
  core: number,
): Promise<{ pid: number; port: number }> {
  const child = fork(fileURLToPath(new URL('bare-proxy.ts', import.meta.url)), [providerUrl])
  scope.defer(() => void child.kill('SIGKILL'))
  const [port] = (await once(child, 'message')) as [number]
  const pid = pidOf(child)
  await pinProcess(pid, core)
  return { pid, port }
}

async function startPortkey(
  scope: AsyncDisposableStack,
  core: number,
): Promise<{ pid: number; port: number }> {
  const port = await findFreePort()
  const entry = createRequire(import.meta.url).resolve('@portkey-ai/gateway/build/start-server.js')
  const child = fork(entry, [`--port=${port}`, '--headless'], { silent: true })
  scope.defer(() => void child.kill('SIGKILL'))
  await listens(`http://127.0.0.1:${port}/`, 'Portkey')
  const pid = pidOf(child)
  await pinProcess(pid, core)
  return { pid, port }
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
