import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createKeyCaps } from './key-caps.ts'

function setUp(spentMicros = 0n) {
  const clock = createFakeClock()
  const ledger = { spentMicros, reads: 0 }
  const caps = createKeyCaps({
    clock,
    readSpent: async () => {
      ledger.reads += 1
      return ledger.spentMicros
    },
  })
  return { clock, ledger, caps }
}

const key = { id: 'a key', companyId: 'a company', monthlyCreditCapMicros: 1_000n }
const reached = { code: 'gateway.key_cap_reached' }

test('a key without a cap is never looked up', async () => {
  const { caps, ledger } = setUp(5n)
  expect(await caps.hold({ ...key, monthlyCreditCapMicros: null }, 1n)).toBeUndefined()
  expect(ledger.reads).toBe(0)
})

test('a key far from its cap is read once a second, not for every call', async () => {
  const { caps, ledger, clock } = setUp()
  for (let time = 0; time < 50; time += 1) (await caps.hold(key, 10n))?.end(10n)
  expect(ledger.reads).toBe(1)
  await clock.advance(1_000)
  await caps.hold(key, 10n)
  expect(ledger.reads).toBe(2)
})

test('concurrent calls are admitted only until their holds reach the cap', async () => {
  const { caps } = setUp(500n)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => caps.hold(key, 300n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  await expect(caps.hold(key, 1n)).rejects.toMatchObject(reached)
})

test('a call that cost nothing releases its hold', async () => {
  const { caps } = setUp()
  const hold = await caps.hold(key, 1_000n)
  await expect(caps.hold(key, 1n)).rejects.toMatchObject(reached)
  hold?.end(0n)
  expect(await caps.hold(key, 1n)).toBeDefined()
})

test('no call is refused from the cache: a new month or a higher cap takes effect immediately', async () => {
  const { caps, ledger } = setUp(1_000n)
  await expect(caps.hold(key, 1n)).rejects.toMatchObject(reached)
  ledger.spentMicros = 0n
  expect(await caps.hold(key, 1n)).toBeDefined()
})

test('a cap of zero admits no call', async () => {
  const { caps } = setUp()
  await expect(caps.hold({ ...key, monthlyCreditCapMicros: 0n }, 1n)).rejects.toMatchObject(reached)
})
