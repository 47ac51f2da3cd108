import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { CompanyEvent } from './company-event.ts'
import { createEventPacer } from './event-pacer.ts'

function setUp(namesMax?: number) {
  const clock = createFakeClock()
  const emitted: [string, string | null][] = []
  const pacer = createEventPacer({
    clock,
    emit: (name, { id }) => void emitted.push([name, id]),
    ...(namesMax !== undefined && { namesMax }),
  })
  const add = (name: string, id: string | null = null) => {
    const event: CompanyEvent = { topic: 'CALLS', id, at: new Date(clock.wallMs()) }
    pacer.add(name, event)
  }
  return { clock, emitted, pacer, add }
}

test('the first event passes immediately, a thousand more as one a second later, and each name has its own pace', async () => {
  const { clock, emitted, add } = setUp()
  add('a')
  add('b')
  for (let count = 0; count < 1_000; count += 1) add('a')
  expect(emitted).toEqual([
    ['a', null],
    ['b', null],
  ])
  await clock.advance(1_000)
  expect(emitted).toHaveLength(3)
  add('a')
  expect(emitted).toHaveLength(3)
  await clock.advance(1_000)
  expect(emitted).toHaveLength(4)
  await clock.advance(10_000)
  expect(emitted).toHaveLength(4)
  expect(clock.pendingTimers).toBe(0)
  add('a')
  expect(emitted).toHaveLength(5)
})

test('merged events name their object only if it is the same', async () => {
  const { clock, emitted, add } = setUp()
  add('a', 'one')
  add('a', 'two')
  add('a', 'two')
  await clock.advance(1_000)
  add('a', 'two')
  add('a', 'three')
  await clock.advance(1_000)
  expect(emitted.map(([, id]) => id)).toEqual(['one', 'two', null])
})

test('names beyond the limit are dropped until others are done, and nothing is emitted after closing', async () => {
  const { clock, emitted, pacer, add } = setUp(1)
  add('a')
  add('b')
  await clock.advance(1_000)
  add('b')
  add('b')
  pacer.close()
  await clock.advance(5_000)
  expect(emitted.map(([name]) => name)).toEqual(['a', 'b'])
  expect(clock.pendingTimers).toBe(0)
})
