// Starts the command behind `pnpm dev` as a developer would who has just cloned the repository: nothing is configured, and
// its data directory is empty.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listDescendants, listProcesses } from '../runner/list-descendants.ts'

export type DevPlatform = AsyncDisposable & {
  /** What the command has printed, once everything is up. */
  printed: Promise<PrintedPlatform>
  /** All lines so far. */
  lines(): string[]
  /** Stops it as Ctrl-C does. */
  interrupt(): Promise<{ exitCode: number | null; stopped: number; leftRunning: string[] }>
}

export type PrintedPlatform = {
  addresses: Readonly<Record<'gateway' | 'backend' | 'ai-service' | 'provider' | 'payments' | 'mail', string>>
  key: string
  superAdmin: { email: string; password: string }
  aiServiceSecret: string
}

export async function startDev(): Promise<DevPlatform> {
  const data = await mkdtemp(join(tmpdir(), 'gatehouse-dev-'))
  // Postgres runs as another user and must be able to reach its data.
  await chmod(data, 0o755)
  const [program = '', ...args] = await readDevScript()
  const child = spawn(program, [...args, '--data', data], {
    // Proofs measure the platform, not the demo data.
    env: { ...unconfigured(process.env), DEMO_HISTORY: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const printed = Promise.withResolvers<PrintedPlatform>()
  // Not awaited if the proof fails before it needs the addresses.
  printed.promise.catch(() => undefined)
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    const platform = readPrinted(output)
    if (platform) printed.resolve(platform)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  void exited.then(([code]) => printed.reject(new Error(`gatehouse dev ended with ${code}:\n${output}`)))
  return {
    printed: printed.promise,
    lines: () => output.split('\n'),
    async interrupt() {
      const started = new Set((await listDescendants(child.pid)).map(({ pid }) => pid))
      child.kill('SIGINT')
      const [exitCode] = await exited
      const left = (await listProcesses()).filter(({ pid }) => started.has(pid))
      const leftRunning = left.map(({ pid, program: name }) => `${pid} ${name}`)
      return { exitCode, stopped: started.size - left.length, leftRunning }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exited
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function readDevScript(): Promise<string[]> {
  const file = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
  const { scripts } = JSON.parse(file) as { scripts: { dev: string } }
  return scripts.dev.split(' ')
}

/** Removes every setting that `gatehouse dev` would use instead of starting something itself. */
function unconfigured(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings =
    /^(?:DATABASE_URL|REDIS_URL|PROVIDER_URL|SMTP_URL|MAIL_FROM|CONSOLE_URL|KEY_PEPPERS|JWT_SECRETS|PAYMENT_.*|GENERATOR_INITIAL_STATE|LOG_LEVEL)$/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !settings.test(name)))
}

function readPrinted(output: string): PrintedPlatform | undefined {
  // The last line that is printed when everything is up.
  if (!/^Ctrl-C stops everything/m.test(output)) return undefined
  const find = (pattern: RegExp) => {
    const [, found] = pattern.exec(output) ?? []
    if (found === undefined) throw new Error(`gatehouse dev printed nothing that matches ${pattern}`)
    return found
  }
  const address = (name: string) => find(new RegExp(`^ {2}${name} +(http://\\S+)`, 'm'))
  return {
    addresses: {
      gateway: address('gateway'),
      backend: address('backend'),
      'ai-service': address('ai-service'),
      provider: address('provider'),
      payments: address('payments'),
      mail: address('mail'),
    },
    key: find(/Bearer (svc_live_\w+)/),
    superAdmin: {
      email: find(/^ {2}super admin (\S+@\S+) /m),
      password: find(/^ {2}super admin \S+ +(\S+)$/m),
    },
    aiServiceSecret: find(/AI_SECRET=(\S+)/),
  }
}
