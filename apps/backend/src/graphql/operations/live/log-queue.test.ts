import { expect, test } from 'vitest'
import { type LogQueue, type StreamedEntry, createLogQueue } from './log-queue.ts'

const now = new Date(0)

function open(limits: { entriesMax?: number; bytesMax?: number } = {}) {
  let ends = 0
  const queue = createLogQueue({ now: () => now, onEnd: () => void (ends += 1), ...limits })
  return { queue, ends: () => ends }
}

function entry(message: string): StreamedEntry {
  return { timestamp: now, level: 'info', message, context: {} }
}

async function take(queue: LogQueue): Promise<string> {
  const { value } = (await queue.next()) as IteratorYieldResult<StreamedEntry>
  return value.message === 'gap' ? `gap of ${String(value.context['dropped'])}` : value.message
}

test('entries are delivered in order, to a waiting reader and to a later one', async () => {
  const { queue } = open()
  const waiting = take(queue)
  queue.add(entry('a'), 1)
  queue.add(entry('b'), 1)
  expect([await waiting, await take(queue)]).toEqual(['a', 'b'])
})

test('entries that do not fit are dropped and counted, and the gap is reported in their place', async () => {
  const { queue } = open({ entriesMax: 2 })
  for (const message of ['a', 'b', 'c', 'd']) queue.add(entry(message), 1)
  expect(await take(queue)).toBe('a')
  // The buffer has space again, but this entry belongs after the gap, which has not been returned yet.
  queue.add(entry('e'), 1)
  expect([await take(queue), await take(queue)]).toEqual(['b', 'gap of 3'])
  queue.add(entry('f'), 1)
  expect(await take(queue)).toBe('f')
})

test('bytes are limited as well as entries', async () => {
  const { queue } = open({ bytesMax: 10 })
  queue.add(entry('a'), 8)
  queue.add(entry('b'), 8)
  expect([await take(queue), await take(queue)]).toEqual(['a', 'gap of 1'])
})

test('an interruption is reported immediately to a waiting reader, and only once', async () => {
  const { queue } = open()
  const waiting = take(queue)
  queue.addGap()
  expect(await waiting).toBe('gap of null')
  queue.add(entry('a'), 1)
  queue.addGap()
  queue.addGap()
  expect([await take(queue), await take(queue)]).toEqual(['a', 'gap of null'])
})

test('the end reaches a waiting reader immediately, is reported once, and clears the buffer', async () => {
  const { queue, ends } = open()
  const waiting = queue.next()
  await queue.return?.()
  await queue.return?.()
  expect(await waiting).toEqual({ done: true, value: undefined })
  queue.add(entry('late'), 1)
  expect(await queue.next()).toEqual({ done: true, value: undefined })
  expect(ends()).toBe(1)
})
