// A service as a process of its own, the way it runs in production: tests can signal and kill it, and
// `gatehouse dev` is made of these. It never outlives us.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parentDeathCommand } from './parent-death-command.ts'

export type ServiceProcessOptions = {
  /** The file to run, from the root of the repository. */
  entry: string
  environment: Readonly<Record<string, string>>
  args?: readonly string[]
  onLine?: (line: string) => void
}

export type ServiceProcess = {
  url: string
  pid: number
  /** Resolves when the process has ended, however it did. */
  exited: Promise<ServiceExit>
  signal(signal: NodeJS.Signals): void
  /** SIGTERM, and waits for the end. */
  stop(): Promise<ServiceExit>
  [Symbol.asyncDispose](): Promise<void>
}

export type ServiceExit = { code: number | null; signal: NodeJS.Signals | null }

const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))
const lastLinesKept = 20

/** Resolves when the service says on which address it listens; rejects with its last words if it ends before. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const [program = process.execPath, ...args] = [
    ...(await parentDeathCommand('SIGTERM')),
    process.execPath,
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
  const exited = once(child, 'exit').then(([code, signal]): ServiceExit => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }))
  const url = await firstAddress(child, options, exited)
  const stop = async () => {
    child.kill('SIGTERM')
    return exited
  }
  return {
    url,
    pid: child.pid ?? Number.NaN,
    exited,
    signal: (signal) => void child.kill(signal),
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

async function firstAddress(
  child: ChildProcess,
  { entry, onLine }: ServiceProcessOptions,
  exited: Promise<ServiceExit>,
): Promise<string> {
  const lastLines: string[] = []
  const found = Promise.withResolvers<string>()
  const read = (line: string) => {
    lastLines.push(line)
    if (lastLines.length > lastLinesKept) lastLines.shift()
    const address = /listen(?:s|ing) on (http:\/\/[^\s"/]+)/.exec(line)?.[1]
    if (address) found.resolve(address)
    onLine?.(line)
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', read)
  }
  const failed = exited.then(({ code, signal }) => {
    throw new Error(`${entry} ended (${signal ?? code}) before it listened:\n${lastLines.join('\n')}`)
  })
  return Promise.race([found.promise, failed])
}
