import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { Hold } from '../hold.ts'
import { createOpenHolds } from './open-holds.ts'

const hold: Hold = {
  callId: 'call-1',
  companyId: 'c-1',
  keyId: 'k-1',
  operation: 'chat',
  alias: 'svc/chat-default',
  estimateMicros: 5n,
  reservedTokens: 7,
  remainingMs: 100_000,
}
const inStore = { isInStore: true, isInTable: false }

function setUp() {
  const clock = createFakeClock()
  const open = createOpenHolds(clock)
  open.add(hold, inStore)
  const remainingMs = () => open.ofCompany('c-1').map((one) => open.describe(one).remainingMs)
  return { clock, open, remainingMs }
}

test('the remaining time of a hold does not depend on the wall clock', async () => {
  const { clock, remainingMs } = setUp()
  await clock.advance(40_000)
  clock.jumpWall(3_600_000)
  expect(remainingMs()).toEqual([60_000])
})

test('a stream that outlives its deadline keeps its hold while its process lives', async () => {
  const { clock, remainingMs } = setUp()
  await clock.advance(600_000)
  expect(remainingMs()).toEqual([30_000])
})

test('a call that is never finished is dropped an hour after its deadline', async () => {
  const { clock, open } = setUp()
  await clock.advance(100_000 + 3_600_000)
  open.dropForgotten()
  expect(open.count()).toBe(1)
  await clock.advance(1)
  open.dropForgotten()
  expect(open.count()).toBe(0)
})

test('removing the last call of a company removes the company', () => {
  const { open } = setUp()
  open.add({ ...hold, callId: 'call-2' }, inStore)
  expect(open.remove('c-1', 'call-1')).toMatchObject({ estimateMicros: 5n, isInStore: true })
  expect(open.remove('c-1', 'call-1')).toBeUndefined()
  expect(open.companyIds()).toEqual(['c-1'])
  open.remove('c-1', 'call-2')
  expect(open.companyIds()).toEqual([])
  expect(open.all()).toEqual([])
})
