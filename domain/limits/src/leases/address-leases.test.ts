import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { AddressLeaseAnswer, AddressReport } from '../company-store.ts'
import type { StoreGate } from '../store-gate.ts'
import { createAddressLeases } from './address-leases.ts'

// Three buckets of the window below.
const reportMs = 15

/** Windows that grant what is wanted unless `answer` says otherwise, and the reports that they got. */
function setUp(answer: Partial<AddressLeaseAnswer> = {}) {
  const clock = createFakeClock()
  const reports: AddressReport[] = []
  const state = { isUp: true, answers: [] as Partial<AddressLeaseAnswer>[], failures: 0 }
  const run = async (work: () => Promise<unknown>) => {
    for (; state.failures > 0; state.failures -= 1) await work()
    return work()
  }
  const leases = createAddressLeases(
    {
      clock,
      logger: { error: () => undefined },
      gate: { isUp: () => state.isUp, run } as unknown as StoreGate,
      windows: {
        async lease(report) {
          reports.push(report)
          return {
            total: report.left + report.wanted,
            lastsMs: 500,
            used: 10,
            resetMs: 60_000,
            ...(state.answers.shift() ?? answer),
          }
        },
      },
      processCount: () => 2,
      limit: 100,
      windowMs: 3_000,
      onTaken: () => undefined,
    },
    { callsMin: 3 },
  )
  const take = () => leases.take('203.0.113.9') !== undefined
  const takeMany = (count: number) => Array.from({ length: count }, take)
  return { clock, reports, state, leases, takeMany }
}

test('a busy address gets a lease, and its next requests are admitted from it and reported together', async () => {
  const { clock, reports, leases, takeMany } = setUp()
  expect(takeMany(3)).toEqual([false, false, false])
  await clock.advance(1)
  expect(leases.take('203.0.113.9')).toEqual({ limit: 100, remaining: 89, resetMs: 60_000 })
  expect(takeMany(1)).toEqual([true])
  await clock.advance(reportMs)
  expect(reports).toEqual([
    { range: '203.0.113.9', limit: 100, used: 0, left: 0, wanted: 3, processCount: 2 },
    { range: '203.0.113.9', limit: 100, used: 2, left: 1, wanted: 4, processCount: 2 },
  ])
})

test('requests that were taken while a report was on its way are kept from the new lease', async () => {
  const { clock, reports, state, takeMany } = setUp()
  takeMany(3)
  await clock.advance(1)
  takeMany(1)
  state.answers = [{ total: 2 }]
  await clock.advance(reportMs)
  expect(reports.at(-1)).toMatchObject({ used: 1, left: 2 })
  expect(takeMany(3)).toEqual([true, true, false])
})

test('a lease that was recalled is returned at once and admits nothing more', async () => {
  const { clock, reports, state, takeMany } = setUp()
  takeMany(3)
  await clock.advance(1)
  takeMany(1)
  state.answers = [
    { total: 2, lastsMs: 0 },
    { total: 0, lastsMs: 0 },
  ]
  await clock.advance(reportMs)
  expect(takeMany(1)).toEqual([false])
  expect(reports.slice(1)).toMatchObject([
    { used: 1, left: 2 },
    { used: 0, left: 0, wanted: 0 },
  ])
})

test('a lease ends half a second after its report was sent, and an unused one is returned before', async () => {
  const { clock, reports, takeMany } = setUp({ lastsMs: 40 })
  takeMany(3)
  await clock.advance(40)
  expect(takeMany(1)).toEqual([false])
  await clock.advance(200)
  expect(reports.at(-1)).toMatchObject({ left: 0, wanted: 0 })
})

test('a repeated report does not count its requests twice', async () => {
  const { clock, reports, state, takeMany } = setUp()
  takeMany(3)
  await clock.advance(1)
  takeMany(2)
  state.failures = 1
  await clock.advance(reportMs)
  expect(reports.slice(1).map(({ used }) => used)).toEqual([2, 0])
})

test('nothing is admitted from a lease while Redis is down, or after it was dropped or returned', async () => {
  const { clock, state, leases, takeMany } = setUp()
  const renew = async () => {
    takeMany(3)
    await clock.advance(1)
    return takeMany(1)
  }
  expect(await renew()).toEqual([true])
  state.isUp = false
  expect(takeMany(1)).toEqual([false])
  state.isUp = true
  leases.drop()
  expect(takeMany(1)).toEqual([false])
  await clock.advance(600)
  expect(await renew()).toEqual([true])
  await leases.giveBack('203.0.113.9')
  expect(takeMany(1)).toEqual([false])
  await leases.close()
  expect(takeMany(1)).toEqual([false])
})

test('only ten thousand addresses are known at a time, and forgotten when they are no longer used', async () => {
  const { clock, leases, takeMany } = setUp()
  for (let number = 0; number < 10_000; number += 1) leases.take(`address ${number}`)
  takeMany(3)
  await clock.advance(1)
  expect(takeMany(1)).toEqual([false])
  await clock.advance(10_001)
  leases.prune()
  takeMany(3)
  await clock.advance(1)
  expect(takeMany(1)).toEqual([true])
})

test('a window of which over four fifths are used is reported three times as often', async () => {
  const { clock, reports, takeMany } = setUp({ used: 81 })
  takeMany(3)
  await clock.advance(1)
  takeMany(1)
  await clock.advance(4)
  expect(reports).toHaveLength(1)
  await clock.advance(1)
  expect(reports).toHaveLength(2)
})

test('an address that pauses for a moment keeps its lease unless its window is nearly used up', async () => {
  for (const [used, isKept] of [
    [10, true],
    [81, false],
  ] as const) {
    const { clock, takeMany } = setUp({ used })
    takeMany(3)
    await clock.advance(1)
    takeMany(1)
    await clock.advance(250)
    expect(takeMany(1)).toEqual([isKept])
  }
})

test('an address without a lease has nothing to return', async () => {
  const { leases, reports } = setUp()
  await leases.giveBack('203.0.113.10')
  expect(reports).toEqual([])
})
