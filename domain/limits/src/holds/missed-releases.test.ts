import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { CompanyUpdate } from '../company-store.ts'
import { noCharge } from '../admission.ts'
import { createMissedReleases } from './missed-releases.ts'

const companyId = 'c'
const releases = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    callId: `call-${index}`,
    charge: noCharge,
    isOnlyInTable: true,
  }))

/** A store that fails from the given update on. */
function createStore() {
  const updates: CompanyUpdate[] = []
  const state = { failsFrom: Infinity }
  const update = async (sent: CompanyUpdate) => {
    if (updates.length >= state.failsFrom) throw new Error('down')
    updates.push(sent)
  }
  const sizes = () => updates.map(({ finished }) => finished?.length)
  return { updates, update, sizes, state }
}

test('a failed attempt to send does not keep releases longer than five minutes', async () => {
  const clock = createFakeClock()
  const store = createStore()
  const missed = createMissedReleases(clock, store)
  missed.add(companyId, releases(3))
  store.state.failsFrom = 0
  for (let minute = 0; minute < 6; minute += 1) {
    await expect(missed.send()).rejects.toThrow('down')
    await clock.advance(60_000)
    missed.prune()
  }
  store.state.failsFrom = Infinity
  await missed.send()
  expect(store.sizes()).toEqual([])
})

test('what was sent before a failure is not sent again, and the balance is sent once', async () => {
  const store = createStore()
  const missed = createMissedReleases(createFakeClock(), store)
  missed.add(companyId, releases(1_200), { balanceMicros: 5n, version: 1n })
  store.state.failsFrom = 1
  await expect(missed.send()).rejects.toThrow('down')
  store.state.failsFrom = Infinity
  await missed.send()
  expect(store.sizes()).toEqual([500, 500, 200])
  expect(store.updates.map(({ balance }) => balance !== undefined)).toEqual([true, false, false])
  await missed.send()
  expect(store.sizes()).toHaveLength(3)
})

test.each([
  ['older first', [4n, 9n]],
  ['newer first', [9n, 4n]],
])('of two missed balances the newer one is sent (%s)', async (_name, versions) => {
  const store = createStore()
  const missed = createMissedReleases(createFakeClock(), store)
  for (const version of versions) missed.add(companyId, [], { balanceMicros: version * 10n, version })
  await missed.send()
  expect(store.updates.map(({ balance }) => balance)).toEqual([{ balanceMicros: 90n, version: 9n }])
})
