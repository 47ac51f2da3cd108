import { EventEmitter } from 'node:events'
import type { Clock } from '@gatehouse/runtime/clock'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type ServiceDefinition, type ServiceProcess, runService } from './run-service.ts'

const configSchema = z.object({ PORT: z.string() })

function fakeProcess(environment: Record<string, string>, ...args: string[]) {
  const events = new EventEmitter()
  const written: string[] = []
  const ended = Promise.withResolvers<number>()
  const stream = { write: (text: string) => written.push(text) }
  const process = {
    argv: ['node', 'main.ts', ...args],
    env: environment,
    exit: ended.resolve,
    stdout: stream,
    stderr: stream,
    on: events.on.bind(events),
    off: events.off.bind(events),
  } as unknown as ServiceProcess
  return { process, events, written, exitCode: ended.promise }
}

function define(process: ServiceProcess, steps: string[]): ServiceDefinition<typeof configSchema> {
  return {
    name: 'gateway',
    configSchema,
    process,
    async start(config, scope) {
      steps.push(`start on ${config.PORT}`)
      scope.defer(() => void steps.push('close first resource'))
      scope.defer(() => void steps.push('close second resource'))
      return {
        drain: async (reason) => void steps.push(`drain on ${reason}`),
        reportFatal: async (error) => void steps.push(`fatal ${String(error)}`),
      }
    },
  }
}

test('invalid settings are all reported and the process exits with 1, without starting anything', async () => {
  const { process, written, exitCode } = fakeProcess({})
  const steps: string[] = []
  await runService(define(process, steps))
  expect(await exitCode).toBe(1)
  expect(written.join('')).toContain('PORT  is missing')
  expect(steps).toEqual([])
})

test('--check-config exits with 0 without starting anything', async () => {
  const { process, written, exitCode } = fakeProcess({ PORT: '1' }, '--check-config')
  const steps: string[] = []
  await runService(define(process, steps))
  expect(await exitCode).toBe(0)
  expect(written.join('')).toBe('gateway: settings are valid\n')
  expect(steps).toEqual([])
})

test('a signal drains, closes resources in reverse order, and exits with 0', async () => {
  const { process, events, exitCode } = fakeProcess({ PORT: '1' })
  const steps: string[] = []
  const running = runService(define(process, steps))
  events.emit('SIGTERM')
  expect(await exitCode).toBe(0)
  await running
  expect(steps).toEqual(['start on 1', 'drain on SIGTERM', 'close second resource', 'close first resource'])
})

test('a second signal ends the process immediately', async () => {
  const { process, events, exitCode } = fakeProcess({ PORT: '1' })
  const definition = { ...define(process, []), start: () => new Promise<never>(() => undefined) }
  void runService(definition)
  events.emit('SIGINT')
  events.emit('SIGINT')
  expect(await exitCode).toBe(130)
})

test('a failed start reports why and exits with 1', async () => {
  const { process, written, exitCode } = fakeProcess({ PORT: '1' })
  await runService({
    ...define(process, []),
    start: async () => {
      throw new Error('port 8080 is taken')
    },
  })
  expect(await exitCode).toBe(1)
  expect(written.join('')).toContain('port 8080 is taken')
})

/** Starts a service that reports fatal errors with the given function. */
async function startReporting(reportFatal: (error: unknown) => Promise<void>, clock?: Clock) {
  const { process, events, exitCode } = fakeProcess({ PORT: '1' })
  const isUp = Promise.withResolvers<void>()
  const service = { drain: async () => undefined, reportFatal }
  void runService({
    ...define(process, []),
    ...(clock ? { clock } : {}),
    // `isUp` resolves one turn of the event loop later, when `runService` already has the service.
    start: async () => {
      setImmediate(isUp.resolve)
      return service
    },
  })
  await isUp.promise
  return { events, exitCode }
}

test.each(['uncaughtException', 'unhandledRejection'])(
  'only the first %s is reported before the process exits with 1',
  async (event) => {
    const steps: string[] = []
    const written = Promise.withResolvers<void>()
    const { events, exitCode } = await startReporting(async (error) => {
      steps.push(`reporting ${String(error)}`)
      await written.promise
      steps.push('reported')
    })
    events.emit(event, new Error('first'))
    events.emit(event, new Error('second'))
    written.resolve()
    expect(await exitCode).toBe(1)
    expect(steps).toEqual(['reporting Error: first', 'reported'])
  },
)

test('a report that is not delivered is awaited for at most one second', async () => {
  const limits: { delayMs: number; pass: () => void }[] = []
  const clock: Clock = {
    wallMs: () => 0,
    monotonicMs: () => 0,
    after(delayMs, pass) {
      limits.push({ delayMs, pass })
      return { cancel: () => undefined }
    },
  }
  const { events, exitCode } = await startReporting(() => new Promise<never>(() => undefined), clock)
  events.emit('uncaughtException', new Error('gone wrong'))
  expect(limits.map(({ delayMs }) => delayMs)).toEqual([1_000])
  limits[0]?.pass()
  expect(await exitCode).toBe(1)
})
