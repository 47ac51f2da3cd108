import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { type ThreadTask, type WorkThreads, createWorkThreads } from './create-work-threads.ts'

const program = new URL('testing/scripted-thread.ts', import.meta.url)
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

type Script = 'answer' | 'fail' | 'hang'

function open(options: { threads?: number; waitingMax?: number } = {}) {
  const clock = createFakeClock()
  const threads = createWorkThreads({ clock, logger }, { program, threads: 1, ...options })
  const run = (script: Script, owner = 'a company') => runScript(threads, script, owner)
  return { clock, run, [Symbol.asyncDispose]: () => threads.close() }
}

async function runScript(threads: WorkThreads, script: Script, owner: string): Promise<number> {
  const task = { bytes: Buffer.alloc(8), options: script, owner } as unknown as ThreadTask<'reworkAnswer'>
  const result = (await threads.run('reworkAnswer', task)) as unknown as { threadId: number }
  return result.threadId
}

test('a thread that fails is replaced, and only its own task fails', async () => {
  await using threads = open()
  const first = await threads.run('answer')
  const outcomes = await Promise.allSettled([
    threads.run('fail'),
    threads.run('answer'),
    threads.run('answer'),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(String(outcomes[0].status === 'rejected' && outcomes[0].reason)).toContain('worker thread ended')
  expect(await threads.run('answer')).not.toBe(first)
})

test('a task that takes too long is ended and refused as unavailable', async () => {
  await using threads = open()
  const first = await threads.run('answer')
  const endless = threads.run('hang')
  const next = threads.run('answer')
  await threads.clock.advance(30_000)
  await expect(endless).rejects.toMatchObject({ kind: 'unavailable', code: 'gateway.overloaded' })
  expect(await next).not.toBe(first)
})

test('a company fills at most half of the queue, and a full queue refuses', async () => {
  await using threads = open({ waitingMax: 4 })
  const running = threads.run('answer', 'one')
  const waiting = [threads.run('answer', 'one'), threads.run('answer', 'one')]
  await expect(threads.run('answer', 'one')).rejects.toMatchObject({ code: 'gateway.overloaded' })
  const others = [threads.run('answer', 'two'), threads.run('answer', 'three')]
  await expect(threads.run('answer', 'four')).rejects.toMatchObject({ kind: 'unavailable' })
  expect(new Set(await Promise.all([running, ...waiting, ...others])).size).toBe(1)
})

test('a closed pool refuses tasks', async () => {
  const threads = open()
  const running = threads.run('hang').catch((thrown: unknown) => thrown)
  const waiting = threads.run('answer').catch((thrown: unknown) => thrown)
  await threads[Symbol.asyncDispose]()
  for (const one of [running, waiting, threads.run('answer').catch((thrown: unknown) => thrown)])
    expect(await one).toMatchObject({ kind: 'unavailable' })
})
