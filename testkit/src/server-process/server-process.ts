// A server program as a child process of the test run: started, stopped, killed and restarted on the same data, and
// never outliving us, however we end.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { parentDeathCommand, stopAtExit } from './end-with-parent.ts'
import { removeDirectory, type ServerUser } from './run-directory.ts'
import { waitUntil } from '../wait-until.ts'

export type ServerCommand = {
  name: string
  program: string
  args: readonly string[]
  /** Removed on dispose, but not if the start fails, because the caller created it. */
  runDirectory: string
  /** Added to our environment, for the server only. */
  environment?: Readonly<Record<string, string>> | undefined
  logFile: string
  /** The user to run as; ours if undefined. */
  user?: ServerUser | undefined
  /** The signal for a clean and quick shutdown. */
  stopSignal: NodeJS.Signals
  /** The signal on dispose, when the data may be discarded. */
  disposeSignal?: NodeJS.Signals
  /** Called when the server has stopped, before its temporary directory is removed. */
  onDispose?: (pid: number) => Promise<void>
  isReady(pid: number): Promise<boolean>
}

export type TestServer = {
  /** Process id of the running process, or of the last one. */
  readonly pid: number
  /** Sends SIGKILL to the server and its children, like a power failure; resolves when all are gone. */
  kill(): Promise<void>
  /** Shuts down cleanly. */
  stop(): Promise<void>
  /** Starts it again on the same data and port; stops it first if it is still running. */
  restart(): Promise<void>
  logText(): Promise<string>
  /** Stops it and removes its temporary directory. */
  [Symbol.asyncDispose](): Promise<void>
}

const run = promisify(execFile)
const readyWithinMs = 30_000
const stoppedWithinMs = 20_000
const goneWithinMs = 10_000
const logTailLines = 20

export async function startServer(command: ServerCommand): Promise<TestServer> {
  let child: ChildProcess
  let pid: number
  const logText = async () => readFile(command.logFile, 'utf8')

  async function start(): Promise<void> {
    child = await spawnServer(command)
    pid = child.pid ?? Number.NaN
    try {
      await becomesReady(child, command)
    } catch (error) {
      await killWithChildren(child)
      const tail = (await logText()).trimEnd().split('\n').slice(-logTailLines).join('\n')
      throw new Error(`${command.name} did not start. Its log ends with:\n${tail}`, { cause: error })
    }
  }

  await start()
  return {
    get pid() {
      return pid
    },
    kill: async () => killWithChildren(child),
    stop: async () => stopCleanly(child, command),
    async restart() {
      await stopCleanly(child, command)
      await start()
    },
    logText,
    async [Symbol.asyncDispose]() {
      await stopCleanly(child, { ...command, stopSignal: command.disposeSignal ?? command.stopSignal })
      await command.onDispose?.(pid)
      await removeDirectory(command.runDirectory)
    },
  }
}

async function spawnServer(command: ServerCommand): Promise<ChildProcess> {
  const diesWithUs = await parentDeathCommand(command.stopSignal)
  const [program = command.program, ...args] = [...diesWithUs, command.program, ...command.args]
  const log = await open(command.logFile, 'a')
  try {
    const child = spawn(program, args, {
      // The server's user may not have access to our working directory.
      cwd: '/',
      stdio: ['ignore', log.fd, log.fd],
      // In its own process group: Ctrl-C in a terminal reaches only us, and we decide when the server stops.
      detached: true,
      ...(command.environment ? { env: { ...process.env, ...command.environment } } : {}),
      ...command.user,
    })
    await once(child, 'spawn')
    stopAtExit(child, command.stopSignal)
    // A test that forgets to dispose the server must not hang.
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

async function becomesReady(child: ChildProcess, command: ServerCommand): Promise<void> {
  const { pid } = child
  if (pid === undefined) throw new Error(`${command.name} has no process id`)
  const isReady = async () => {
    if (hasExited(child)) throw new Error(`${command.name} exited with ${child.exitCode ?? child.signalCode}`)
    return command.isReady(pid)
  }
  await waitUntil(isReady, { withinMs: readyWithinMs, what: `${command.name} accepts connections` })
}

async function stopCleanly(child: ChildProcess, command: ServerCommand): Promise<void> {
  if (hasExited(child)) return
  child.kill(command.stopSignal)
  // A suspended server does not handle the stop signal until SIGCONT resumes it.
  child.kill('SIGCONT')
  try {
    await waitUntil(() => hasExited(child), { withinMs: stoppedWithinMs, what: `${command.name} stops` })
  } catch (error) {
    await killWithChildren(child)
    throw error
  }
}

async function killWithChildren(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined || hasExited(child)) return
  // Suspended first, so that it cannot start another child between listing and killing them.
  child.kill('SIGSTOP')
  const descendants = (await listProcesses()).filter((other) => other.parentPid === pid)
  const victims = new Set([pid, ...descendants.map((other) => other.pid)])
  for (const victim of victims) sendSignal(victim, 'SIGKILL')
  const areGone = async () =>
    hasExited(child) && !(await listProcesses()).some((other) => victims.has(other.pid))
  await waitUntil(areGone, { withinMs: goneWithinMs, what: `process ${pid} and its children are gone` })
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

type ProcessEntry = { pid: number; parentPid: number }

// Zombies are ignored: they hold no resources, and in a container they may never be reaped.
export async function listProcesses(): Promise<ProcessEntry[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat='])
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => state !== undefined && !state.startsWith('Z'))
    .map(([pid, parentPid]) => ({ pid: Number(pid), parentPid: Number(parentPid) }))
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
