// The life of a service process: settings, start, run, drain, stop. Each main.ts supplies only what is specific to its
// service.
import type { z } from 'zod'
import { type Clock, createSystemClock } from '@gatehouse/runtime/clock'
import { withinMs } from '@gatehouse/runtime/deadline'
import { describeViolations, readConfig } from '@gatehouse/runtime/read-config'
import { preferMainThread } from './prefer-main-thread.ts'
import { type ProcessGroup, readProcessNumber, runProcesses } from './run-processes.ts'

export type ServiceProcess = Pick<
  NodeJS.Process,
  'argv' | 'env' | 'exit' | 'stderr' | 'stdout' | 'on' | 'off' | 'connected' | 'send'
>

export type ServiceDefinition<Schema extends z.ZodType> = {
  name: string
  configSchema: Schema
  process: ServiceProcess
  clock?: Clock
  /** How many processes serve the port of the service together; one if omitted. */
  processes?(config: z.output<Schema>): ProcessGroup
  /**
   * Opens resources on `scope`, which closes them in reverse order, and returns how to drain. `processNumber` counts the
   * processes of the service from 0.
   */
  start(config: z.output<Schema>, scope: AsyncDisposableStack, processNumber: number): Promise<RunningService>
}

export type RunningService = {
  /** Stops accepting work and resolves when the accepted work is done or the grace period is over. */
  drain(reason: string): Promise<void>
  /** Logs an unexpected error before the process exits; resolves once the log is flushed. */
  reportFatal(error: unknown): Promise<void>
}

// Long enough for a healthy Redis to receive the last lines; a broken process must not linger.
const fatalReportLimitMs = 1_000

export async function runService<Schema extends z.ZodType>(
  definition: ServiceDefinition<Schema>,
): Promise<void> {
  const { name, process } = definition
  const outcome = readConfig(definition.configSchema, process.env)
  if (outcome.kind === 'invalid') {
    process.stderr.write(`${describeViolations(name, outcome.violations)}\n`)
    return process.exit(1)
  }
  if (process.argv.includes('--check-config')) {
    process.stdout.write(`${name}: settings are valid\n`)
    return process.exit(0)
  }
  const group = definition.processes?.(outcome.config)
  if (group && group.count > 1 && readProcessNumber(process.argv) === undefined) {
    const { clock = createSystemClock() } = definition
    return process.exit(await runProcesses(group, { name, process, clock }))
  }
  await runUntilStopped(definition, outcome.config)
}

async function runUntilStopped<Schema extends z.ZodType>(
  definition: ServiceDefinition<Schema>,
  config: z.output<Schema>,
): Promise<void> {
  const { process, start } = definition
  preferMainThread()
  const stopRequested = firstSignal(process)
  const scope = new AsyncDisposableStack()
  let service: RunningService | undefined
  let isDying = false
  const die = async (error: unknown) => {
    // One error often causes others, and the first one is the one to report.
    if (isDying) return
    isDying = true
    await reportEnd(definition, service, error)
    process.exit(1)
  }
  process.on('uncaughtException', (error) => void die(error))
  process.on('unhandledRejection', (error) => void die(error))
  try {
    service = await start(config, scope, readProcessNumber(process.argv) ?? 0)
    reportListening(process)
    await service.drain(await stopRequested)
    await scope.disposeAsync()
  } catch (error) {
    return die(error)
  }
  // Explicit, so that a forgotten timer cannot keep a drained process alive.
  process.exit(0)
}

async function reportEnd<Schema extends z.ZodType>(
  { process, name, clock = createSystemClock() }: ServiceDefinition<Schema>,
  service: RunningService | undefined,
  error: unknown,
): Promise<void> {
  if (!service) {
    process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`)
    return
  }
  const limit = { limitMs: fatalReportLimitMs, what: 'the report of a fatal error' }
  await withinMs(clock, limit, () => service.reportFatal(error)).catch(() => undefined)
}

/** Notifies the parent of several processes; others have no channel. */
function reportListening(process: ServiceProcess): void {
  // A parent that has just closed the channel does not need the message.
  if (process.connected) process.send?.('listening', undefined, undefined, () => undefined)
}

/**
 * The first signal starts the drain; a second one, from an impatient operator, ends the process immediately. A parent
 * asks for the drain by closing its channel, which also happens when it dies.
 */
function firstSignal(process: ServiceProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let isAsked = false
  const followParent = () => resolve('the parent process closed its channel')
  process.on('disconnect', followParent)
  // The channel may have been closed while the modules were loaded.
  if (readProcessNumber(process.argv) !== undefined && !process.connected) followParent()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isAsked) process.exit(130)
      isAsked = true
      resolve(signal)
    })
  }
  return promise
}
