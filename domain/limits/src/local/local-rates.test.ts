import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { createLocalRates } from './local-rates.ts'

function setUp(processes: number) {
  const clock = createFakeClock()
  const rates = createLocalRates({ clock, windowMs: 60_000, processCount: () => processes })
  return { clock, rates }
}

const request = { keyId: 'k', tokens: 10, rpmLimit: 300, tpmLimit: 1_000 }

test('a process admits its share of the limit, and again once the window has passed', async () => {
  const { clock, rates } = setUp(4)
  const count = () =>
    Array.from({ length: 400 }, () => rates.take({ ...request, tokens: 0 })).filter(
      ({ kind }) => kind === 'taken',
    ).length
  expect(count()).toBe(75)
  await clock.advance(59_999)
  expect(count()).toBe(0)
  await clock.advance(101)
  expect(count()).toBe(75)
})

test('a limit below the number of processes still admits a request', () => {
  const { rates } = setUp(8)
  expect(rates.take({ ...request, rpmLimit: 3 })).toMatchObject({ kind: 'taken' })
  expect(rates.take({ ...request, rpmLimit: 3 })).toMatchObject({ kind: 'rate_limited', what: 'requests' })
})

test('a call larger than the share of tokens can run', () => {
  const { rates } = setUp(4)
  expect(rates.take({ ...request, tokens: 900 })).toMatchObject({ kind: 'taken', tokens: 250 })
  expect(rates.take({ ...request, tokens: 1 })).toMatchObject({ kind: 'rate_limited', what: 'tokens' })
})

test('a limit of zero admits nothing', () => {
  const { rates } = setUp(1)
  expect(rates.take({ ...request, rpmLimit: 0 })).toMatchObject({ what: 'requests' })
  expect(rates.take({ ...request, tpmLimit: 0 })).toMatchObject({ what: 'tokens' })
})

test('a reservation that was returned no longer counts', () => {
  const { rates } = setUp(1)
  const taken = rates.take({ ...request, rpmLimit: 1 })
  if (taken.kind !== 'taken') throw new Error('the first is taken')
  rates.correct('k', taken.bucket, { requests: -1, tokens: -taken.tokens })
  expect(rates.take({ ...request, rpmLimit: 1 })).toMatchObject({
    kind: 'taken',
    rates: { tokens: { remaining: 990 } },
  })
})

test('addresses are counted separately from keys', () => {
  const { rates } = setUp(2)
  const admitted = Array.from({ length: 400 }, () => rates.takeAddress('203.0.113.9', 600))
  expect(admitted.filter(({ kind }) => kind === 'admitted')).toHaveLength(300)
  expect(rates.takeAddress('203.0.113.10', 600)).toMatchObject({
    kind: 'admitted',
    rate: { limit: 300, remaining: 299 },
  })
})

test('changes of the wall clock have no effect', async () => {
  const { clock, rates } = setUp(1)
  rates.take({ ...request, rpmLimit: 1 })
  clock.jumpWall(3_600_000)
  expect(rates.take({ ...request, rpmLimit: 1 })).toMatchObject({ kind: 'rate_limited' })
  clock.jumpWall(-7_200_000)
  await clock.advance(60_100)
  rates.prune()
  expect(rates.take({ ...request, rpmLimit: 1 })).toMatchObject({ kind: 'taken' })
})
