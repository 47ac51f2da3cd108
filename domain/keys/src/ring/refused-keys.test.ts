import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createRefusedKeys } from './refused-keys.ts'

test('a refused key is remembered for the configured time and no longer', async () => {
  const clock = createFakeClock()
  const refused = createRefusedKeys(clock, { sizeMax: 10, keptForMs: 1_000 })
  refused.add('a')
  await clock.advance(999)
  refused.add('b')
  expect([refused.has('a'), refused.has('b'), refused.has('c')]).toEqual([true, true, false])
  await clock.advance(1)
  expect([refused.has('a'), refused.has('b')]).toEqual([false, true])
  refused.add('c')
  expect([refused.has('b'), refused.has('c')]).toEqual([true, true])
})

test('the size limit is never exceeded, and the latest keys are always remembered', () => {
  const refused = createRefusedKeys(createFakeClock(), { sizeMax: 100, keptForMs: 1_000 })
  for (let index = 0; index < 1_000; index += 1) {
    refused.add(`key ${index}`)
    expect(refused.has(`key ${index}`)).toBe(true)
    expect(refused.size()).toBeLessThanOrEqual(100)
  }
  expect(refused.has('key 960')).toBe(true)
})

test('a key that has ended is found while it is remembered; an unknown key never is', async () => {
  const clock = createFakeClock()
  const refused = createRefusedKeys(clock, { sizeMax: 10, keptForMs: 1_000 })
  const ended = { id: 'key', companyId: 'company', status: 'revoked' } as const
  refused.add('a', ended)
  refused.add('b')
  expect([refused.findEnded('a'), refused.findEnded('b')]).toEqual([ended, undefined])
  await clock.advance(1_000)
  expect(refused.findEnded('a')).toBeUndefined()
})

test('what has expired is dropped when the next but one period begins, not a moment later', async () => {
  const clock = createFakeClock()
  const refused = createRefusedKeys(clock, { sizeMax: 100, keptForMs: 1_000 })
  const add = (...digests: string[]) => {
    for (const digest of digests) refused.add(digest)
    return refused.size()
  }
  expect(add('a')).toBe(1)
  await clock.advance(1_000)
  expect(add('b', 'c')).toBe(3)
  await clock.advance(1_000)
  expect(add('d')).toBe(3)
})
