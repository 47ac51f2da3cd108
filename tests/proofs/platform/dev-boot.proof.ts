import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { keepEngineError } from '../runner/engine-errors.ts'
import { listDescendants, listProcesses } from '../runner/list-descendants.ts'
import { type Proof, judged } from '../proof.ts'

const limitSeconds = 20
// In CI the platform only has to start; how long that takes depends on the machine.
const limitSecondsShort = 90

export const proof: Proof = {
  name: 'dev-boot',
  tier: 'push',
  claim: 'one command starts the whole platform on a clean database, and it serves calls',
  bar: `≤ ${limitSeconds} s, no process left running`,
  async run({ progress, isShort }) {
    const data = await mkdtemp(join(tmpdir(), 'gatehouse-dev-boot-'))
    // Postgres runs as another user and must be able to reach its data.
    await chmod(data, 0o755)
    const startedMs = performance.now()
    const dev = startDev(data)
    try {
      const { gateway, services, key } = await dev.addresses
      progress('the addresses are printed')
      for (const service of services) await isHealthy(service)
      progress(`${services.length} services are healthy`)
      const frames = await streamAnswer(gateway, key)
      const seconds = (performance.now() - startedMs) / 1_000
      progress(`an answer of ${frames} frames was streamed through the gateway`)
      const started = new Set((await listDescendants(dev.pid)).map(({ pid }) => pid))
      const exitCode = await dev.interrupt()
      for (const line of dev.output().split('\n')) keepEngineError(line)
      const leftBehind = (await listProcesses()).filter(({ pid }) => started.has(pid))
      for (const { pid, program } of leftBehind) progress(`still running: ${pid} ${program}`)
      progress(
        `Ctrl-C stopped it and ${started.size - leftBehind.length} of the ${started.size} processes it had started`,
      )
      return judged({
        figure: `${seconds.toFixed(1)} s to ${services.length} healthy services and a streamed answer, ${leftBehind.length} processes left running`,
        isPassed:
          seconds <= (isShort ? limitSecondsShort : limitSeconds) &&
          services.length === 3 &&
          exitCode === 0 &&
          leftBehind.length === 0,
      })
    } finally {
      dev.kill()
      await rm(data, { recursive: true, force: true })
    }
  },
}

type Addresses = { gateway: string; services: string[]; key: string }

function startDev(dataDirectory: string) {
  // Nothing is configured, as on the machine of a developer who has just cloned the repository.
  const { DATABASE_URL: _database, REDIS_URL: _redis, PROVIDER_URL: _provider, ...environment } = process.env
  const child = spawn('gatehouse', ['dev', '--data', dataDirectory], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const found = Promise.withResolvers<Addresses>()
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    if (!output.includes('Gatehouse is up')) return
    const addressOf = (name: string) => new RegExp(`^ {2}${name} +(http://\\S+)$`, 'm').exec(output)?.[1]
    const services = ['gateway', 'backend', 'ai-service']
      .map(addressOf)
      .filter((address) => address !== undefined)
    const [gateway] = services
    const key = /Bearer (svc_live_\w+)/.exec(output)?.[1]
    if (gateway !== undefined && key !== undefined && services.length === 3) {
      found.resolve({ gateway, services, key })
    }
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  void exited.then(([code]) => found.reject(new Error(`gatehouse dev ended with ${code}:\n${output}`)))
  return {
    pid: child.pid ?? Number.NaN,
    addresses: found.promise,
    output: () => output,
    async interrupt() {
      child.kill('SIGINT')
      return (await exited)[0]
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

async function isHealthy(service: string): Promise<void> {
  await waitUntil(
    async () => {
      const response = await fetch(`${service}/health`)
      return response.ok && ((await response.json()) as { status: string }).status === 'healthy'
    },
    { withinMs: 60_000, what: `${service} is healthy` },
  )
}

async function streamAnswer(gateway: string, key: string): Promise<number> {
  const response = await fetch(`${gateway}/llm/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model: 'svc/chat-default',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  })
  const frames = (await response.text()).trimEnd().split('\n\n')
  if (response.status !== 200 || frames.at(-1) !== 'data: [DONE]') {
    throw new Error(`the streamed answer is incomplete: ${response.status} ${frames.at(-1)}`)
  }
  return frames.length
}
