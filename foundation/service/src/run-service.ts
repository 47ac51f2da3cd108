// The life of a service process: settings, start, run, drain, stop. Each main.ts supplies only what is specific to its
// service.
import type { z } from 'zod'
import { type Clock, createSystemClock } from '@gatehouse/runtime/clock'
import { withinMs } from '@gatehouse/runtime/deadline'
import { describeViolations, readConfig } from '@gatehouse/runtime/read-config'

export type ServiceProcess = Pick<
  NodeJS.Process,
  'argv' | 'env' | 'exit' | 'stderr' | 'stdout' | 'on' | 'off'
>

export type ServiceDefinition<Schema extends z.ZodType> = {
  name: string
  configSchema: Schema
  process: ServiceProcess
  clock?: Clock
  /** Opens resources on `scope`, which closes them in reverse order, and returns how to drain. */
  start(config: z.output<Schema>, scope: AsyncDisposableStack): Promise<RunningService>
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
  await runUntilStopped(definition, outcome.config)
}

async function runUntilStopped<Schema extends z.ZodType>(
  definition: ServiceDefinition<Schema>,
  config: z.output<Schema>,
): Promise<void> {
  const { process, start } = definition
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
    service = await start(config, scope)
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

/** The first signal starts the drain; a second one, from an impatient operator, ends the process immediately. */
function firstSignal(process: ServiceProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let isAsked = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isAsked) process.exit(130)
      isAsked = true
      resolve(signal)
    })
  }
  return promise
}
