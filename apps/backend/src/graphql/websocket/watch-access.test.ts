import { Fault } from '@gatehouse/runtime/fault'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { Viewer } from '../access/viewer.ts'
import { notAllowed } from '../graphql-faults.ts'
import { watchAccess } from './watch-access.ts'

const viewer: Viewer = {
  user: async () => undefined,
  account: async () => undefined,
  standingIn: async () => 'none',
}

function watch(check: () => Promise<void>, lifetimeMs = 900_000) {
  const clock = createFakeClock()
  const lost: string[] = []
  const stop = watchAccess({
    clock,
    expiresAt: new Date(clock.wallMs() + lifetimeMs),
    readViewer: () => viewer,
    checks: () => [check],
    onLost: (why) => void lost.push(why),
  })
  return { clock, lost, stop }
}

const unavailable = () =>
  Promise.reject(new Fault({ kind: 'unavailable', code: 'test.away', publicMessage: 'away' }))

test('access ends exactly when the token expires, however often it was confirmed', async () => {
  const { clock, lost } = watch(async () => undefined)
  await clock.advance(899_999)
  expect(lost).toEqual([])
  await clock.advance(1)
  expect(lost).toEqual(['expired'])
  expect(clock.pendingTimers).toBe(0)
})

test('access ends two seconds after the database denies it', async () => {
  let isAllowed = true
  const { clock, lost } = watch(async () => {
    if (!isAllowed) throw notAllowed()
  })
  await clock.advance(10_000)
  isAllowed = false
  await clock.advance(2_000)
  expect(lost).toEqual(['denied'])
  expect(clock.pendingTimers).toBe(0)
})

test('access survives a database outage of ten seconds, but not a longer one', async () => {
  let isAway = true
  const { clock, lost } = watch(() => (isAway ? unavailable() : Promise.resolve()))
  await clock.advance(10_000)
  isAway = false
  await clock.advance(2_000)
  isAway = true
  await clock.advance(10_000)
  expect(lost).toEqual([])
  await clock.advance(2_000)
  expect(lost).toEqual(['unknown'])
})

test('nothing is reported after stopping', async () => {
  const { clock, lost, stop } = watch(() => Promise.reject(notAllowed()))
  stop()
  await clock.advance(1_000_000)
  expect(lost).toEqual([])
  expect(clock.pendingTimers).toBe(0)
})
