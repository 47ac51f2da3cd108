// The life of a service process: settings, start, run, drain, stop. Each main.ts says only what is its own.
import type { z } from 'zod'
import { describeViolations, readConfig } from '@gatehouse/runtime/read-config'

export type ServiceProcess = Pick<
  NodeJS.Process,
  'argv' | 'env' | 'exit' | 'stderr' | 'stdout' | 'on' | 'off'
>

export type ServiceDefinition<Schema extends z.ZodType> = {
  name: string
  configSchema: Schema
  process: ServiceProcess
  /** Opens resources on `scope`, which closes them in reverse order, and says how to drain. */
  start(config: z.output<Schema>, scope: AsyncDisposableStack): Promise<RunningService>
}

export type RunningService = {
  /** Stops taking work and resolves when what was taken is finished, or its grace is over. */
  drain(reason: string): Promise<void>
  /** Where the reason of an unexpected end is written. */
  reportFatal(error: unknown): void
}

export async function runService<Schema extends z.ZodType>(
  definition: ServiceDefinition<Schema>,
): Promise<void> {
  const { name, process } = definition
  const outcome = readConfig(definition.configSchema, process.env)
  if (outcome.kind === 'invalid') {
    const hint = '--check-config checks the settings without starting.'
    process.stderr.write(`${describeViolations(name, outcome.violations)}\n${hint}\n`)
    return process.exit(1)
  }
  if (process.argv.includes('--check-config')) {
    process.stdout.write(`${name}: settings are valid\n`)
    return process.exit(0)
  }
  await runUntilStopped(definition, outcome.config)
}

async function runUntilStopped<Schema extends z.ZodType>(
  { process, start, name }: ServiceDefinition<Schema>,
  config: z.output<Schema>,
): Promise<void> {
  const stopRequested = firstSignal(process)
  const scope = new AsyncDisposableStack()
  let service: RunningService | undefined
  const die = (error: unknown) => {
    if (service) service.reportFatal(error)
    else process.stderr.write(`${name}: ${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
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

/** The first signal asks; a second one, from an impatient person, ends the process at once. */
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
