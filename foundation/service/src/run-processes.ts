// Several processes of one service on one port; the kernel distributes new connections among them (SO_REUSEPORT). The
// parent serves nothing itself: it starts the processes, replaces one that ends, and passes a stop on to all of them.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { backoffMs } from '@gatehouse/runtime/backoff'
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import {
  type LogLevel,
  type LogSink,
  type Logger,
  createLogger,
  createStdoutSink,
} from '@gatehouse/telemetry/create-logger'

export type ProcessGroup = { count: number; logLevel: LogLevel }

type ParentProcess = Pick<NodeJS.Process, 'argv' | 'on'>

type Parent = {
  entry: string
  args: readonly string[]
  clock: Clock
  logger: Logger
  output: LogSink
  stop: AbortController
  running: Set<ChildProcess>
}

const restartDelays = { firstDelayMs: 200, delayMsMax: 10_000 }
// A process that ran this long did not fail to start, so its next failure counts as the first one.
const steadyAfterMs = 60_000

/** Resolves to the exit code of the parent once all processes have ended. */
export async function runProcesses(
  { count, logLevel }: ProcessGroup,
  { name, process, clock }: { name: string; process: ParentProcess; clock: Clock },
): Promise<number> {
  const output = createStdoutSink()
  const [, entry = '', ...args] = process.argv
  const parent: Parent = {
    entry,
    args,
    clock,
    output,
    logger: createLogger({ service: name, level: logLevel, sinks: [output] }),
    stop: new AbortController(),
    running: new Set(),
  }
  const isForced = stopOnSignals(process, parent)
  const slots = Array.from({ length: count }, (_, number) => keepRunning(parent, number))
  const areClean = await Promise.all(slots)
  await output.flush()
  if (isForced()) return 130
  return areClean.every(Boolean) ? 0 : 1
}

/** The number of this process among those of its parent, from 0; undefined if it was not started by one. */
export function readProcessNumber(argv: readonly string[]): number | undefined {
  const number = argv.find((argument) => argument.startsWith(numberOption))?.slice(numberOption.length)
  return number === undefined ? undefined : Number(number)
}

const numberOption = '--process='

/** Resolves when the parent stops, to whether the last process ended as it should. */
async function keepRunning(parent: Parent, number: number): Promise<boolean> {
  const { clock, logger, stop } = parent
  let failures = 0
  let hasListened = false
  for (;;) {
    const startedMs = clock.monotonicMs()
    const { code, signal, isListening, pid } = await runChild(parent, number)
    if (stop.signal.aborted) return code === 0
    hasListened ||= isListening
    if (!hasListened) {
      // A taken port or a broken installation: repeating the start would hide it from the service manager.
      logger.error('process ended before it listened; all processes are stopped', {
        number,
        pid,
        code,
        signal,
      })
      stop.abort()
      return false
    }
    failures = clock.monotonicMs() - startedMs > steadyAfterMs ? 1 : failures + 1
    logger.error('process ended and is replaced', { number, pid, code, signal, failures })
    await sleep(clock, backoffMs(restartDelays, failures, Math.random), stop.signal)
    if (stop.signal.aborted) return true
  }
}

type ChildEnd = {
  code: number | null
  signal: NodeJS.Signals | null
  isListening: boolean
  pid: number | undefined
}

async function runChild({ entry, args, output, stop, running }: Parent, number: number): Promise<ChildEnd> {
  const child = fork(entry, [...args, `${numberOption}${number}`], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let isListening = false
  child.once('message', () => (isListening = true))
  // Closing the channel is the request to stop. A signal would be a second one, which ends the process immediately, where
  // the service manager signals the whole group.
  const disconnect = () => child.connected && child.disconnect()
  stop.signal.addEventListener('abort', disconnect, { once: true })
  running.add(child)
  const lines = passLines(child, output)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  await lines
  running.delete(child)
  stop.signal.removeEventListener('abort', disconnect)
  return { code, signal, isListening, pid: child.pid }
}

/** Passes on whole lines only: processes that wrote to one pipe directly would cut into the lines of one another. */
async function passLines({ stdout }: ChildProcess, output: LogSink): Promise<void> {
  if (!stdout) return
  let rest = ''
  for await (const chunk of stdout.setEncoding('utf8') as AsyncIterable<string>) {
    const end = chunk.lastIndexOf('\n') + 1
    if (end > 0) output.write(rest + chunk.slice(0, end))
    rest = end > 0 ? chunk.slice(end) : rest + chunk
  }
  if (rest !== '') output.write(`${rest}\n`)
}

/** The first signal drains all processes; the second one kills them. */
function stopOnSignals(process: ParentProcess, { logger, stop, running }: Parent): () => boolean {
  let isForced = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (!stop.signal.aborted) {
        logger.info('all processes are draining', { reason: signal })
        return stop.abort()
      }
      isForced = true
      for (const child of running) child.kill('SIGKILL')
    })
  }
  return () => isForced
}
