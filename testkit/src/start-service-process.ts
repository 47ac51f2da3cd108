// A service as a process of its own, the way it runs in production: tests can signal and kill it, and
// `gatehouse dev` is made of these. It never outlives us.
import { type ChildProcess, spawn } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { serviceNodeFlags } from '@gatehouse/service/node-flags'
import { parentDeathCommand } from './server-process/parent-death-command.ts'

export type ServiceProcessOptions = {
  /** The file to run, from the root of the repository. */
  entry: string
  environment: Readonly<Record<string, string>>
  args?: readonly string[]
  onLine?: (line: string) => void
}

export type ServiceProcess = SpawnedService & { url: string }

/** A service that runs, though perhaps it does not listen yet. */
export type SpawnedService = {
  /** Where it listens, as soon as it says so; rejects with its last words if it ends before. */
  address: Promise<string>
  pid: number
  /** Resolves when the process has ended, however it did. */
  exited: Promise<ServiceExit>
  signal(signal: NodeJS.Signals): void
  /** SIGTERM, and waits for the end. */
  stop(): Promise<ServiceExit>
  [Symbol.asyncDispose](): Promise<void>
}

export type ServiceExit = { code: number | null; signal: NodeJS.Signals | null }

/** Where every line of every service process is published, whether or not its starter reads them. */
export const serviceLineChannel = 'gatehouse:service-line'

const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))
const lastLinesKept = 20

/** Resolves when the service says on which address it listens; rejects with its last words if it ends before. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const service = await spawnServiceProcess(options)
  return { ...service, url: await service.address }
}

/** Returns at once: for those who must be able to end it before it has come up. */
export async function spawnServiceProcess(options: ServiceProcessOptions): Promise<SpawnedService> {
  const [program = process.execPath, ...args] = [
    ...(await parentDeathCommand('SIGTERM')),
    process.execPath,
    ...serviceNodeFlags,
    options.entry,
    ...(options.args ?? []),
  ]
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C in a terminal reaches us only, and we decide in which order things stop.
    detached: true,
  })
  stopAtExit(child)
  const exited = once(child, 'exit').then(([code, signal]): ServiceExit => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))
  const address = firstAddress(child, options, exited)
  // Who stops it before it listens does not ask for the address any more.
  address.catch(() => undefined)
  const stop = async () => {
    child.kill('SIGTERM')
    return exited
  }
  return {
    address,
    pid: child.pid ?? Number.NaN,
    exited,
    signal: (signal) => void child.kill(signal),
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

const runningChildren = new Set<ChildProcess>()

// Where there is no setpriv this covers every end of ours but SIGKILL.
function stopAtExit(child: ChildProcess): void {
  if (runningChildren.size === 0) process.on('exit', stopAll)
  runningChildren.add(child)
  child.once('exit', () => {
    runningChildren.delete(child)
    if (runningChildren.size === 0) process.off('exit', stopAll)
  })
}

function stopAll(): void {
  for (const child of runningChildren) child.kill('SIGTERM')
}

async function firstAddress(
  child: ChildProcess,
  { entry, onLine }: ServiceProcessOptions,
  exited: Promise<ServiceExit>,
): Promise<string> {
  const lastLines: string[] = []
  const lines = channel(serviceLineChannel)
  const found = Promise.withResolvers<string>()
  const read = (line: string) => {
    lastLines.push(line)
    if (lastLines.length > lastLinesKept) lastLines.shift()
    const address = /listen(?:s|ing) on (http:\/\/[^\s"/]+)/.exec(line)?.[1]
    if (address) found.resolve(address)
    onLine?.(line)
    lines.publish(line)
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', read)
  }
  const failed = exited.then(({ code, signal }) => {
    throw new Error(`${entry} ended (${signal ?? code}) before it listened:\n${lastLines.join('\n')}`)
  })
  return Promise.race([found.promise, failed])
}
