import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createIds, isUuid, timeOfUuid, uuidFrom } from './ids.ts'

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('ids are version 7 UUIDs that begin with their creation time', () => {
  const wallMs = Date.UTC(2026, 10, 15)
  const id = createIds(createFakeClock({ wallMs })).uuid()
  expect(id).toMatch(shape)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(wallMs)
})

test('100,000 ids of one millisecond are unique and in order', () => {
  const ids = createIds(createFakeClock())
  const made = Array.from({ length: 100_000 }, () => ids.uuid())
  expect(new Set(made).size).toBe(made.length)
  expect([...made].sort()).toEqual(made)
})

test('ids stay in order when the wall clock steps back', () => {
  const clock = createFakeClock()
  const ids = createIds(clock)
  const before = ids.uuid()
  clock.jumpWall(-3_600_000)
  expect(ids.uuid() > before).toBe(true)
})

test('the random part is random over the whole pool', () => {
  const ids = createIds(createFakeClock())
  const tails = Array.from({ length: 1_000 }, () => ids.uuid().slice(19))
  expect(new Set(tails).size).toBe(1_000)
})

test('an id derived from a time and a text is a version 7 UUID, the same each time, and another for another text', () => {
  const wallMs = Date.UTC(2026, 10, 1)
  const texts = Array.from({ length: 1_000 }, (_, number) => `usage-bill:${number}`)
  const derived = texts.map((text) => uuidFrom(wallMs, text))
  for (const id of derived) expect(id).toMatch(shape)
  expect(derived.map(timeOfUuid)).toEqual(derived.map(() => new Date(wallMs)))
  expect(texts.map((text) => uuidFrom(wallMs, text))).toEqual(derived)
  expect(new Set(derived).size).toBe(1_000)
})

test.each(['0197a1de-0000-7000-8000-00000000d301', '0197A1DE-0000-7000-8000-00000000D301'])(
  '%s is a UUID',
  (text) => {
    expect(isUuid(text)).toBe(true)
  },
)

test.each([
  '',
  '0197a1de00007000800000000000d301',
  '0197a1de-0000-7000-8000-00000000d30',
  '0197a1de-0000-7000-8000-00000000d301\n',
  '{0197a1de-0000-7000-8000-00000000d301}',
  '0197a1dg-0000-7000-8000-00000000d301',
  undefined,
  7,
])('%j is not a UUID', (text) => {
  expect(isUuid(text)).toBe(false)
})
