import { expect, test } from 'vitest'
import type { LeaseAnswer } from '../company-store.ts'
import type { OpenHold } from '../holds/open-holds.ts'
import { KeyLease, type UnreportedCalls } from './key-lease.ts'

const call = { estimateMicros: 100n, tokens: 10, isStream: false }
const granted: LeaseAnswer = {
  total: { micros: 300n, requests: 3, tokens: 30 },
  lastsMs: 500,
  used: { requests: 7, tokens: 70 },
  mayStream: true,
  shouldRefresh: false,
}

function aLease(answer: Partial<LeaseAnswer> = {}): KeyLease {
  const lease = new KeyLease({ companyId: 'company', keyId: 'key' })
  lease.renew({ ...granted, ...answer }, lease.send(), 1_000)
  return lease
}

function holdOf(callId: string): OpenHold {
  return {
    callId,
    companyId: 'company',
    keyId: 'key',
    operation: 'chat',
    alias: 'svc/chat-default',
    estimateMicros: 100n,
    reservedTokens: 10,
    deadlineAtMs: 0,
    isInStore: false,
    isInTable: false,
  }
}

function collected(lease: KeyLease): UnreportedCalls {
  const calls: UnreportedCalls = { holds: [], ended: { requests: 0, tokens: 0 } }
  lease.collect(calls)
  return calls
}

test('a lease covers calls until its requests, tokens, credits or time are used up', () => {
  expect(aLease().covers(call, 1_499)).toBe(true)
  expect(aLease().covers(call, 1_500)).toBe(false)
  expect(aLease().covers({ ...call, estimateMicros: 301n }, 1_000)).toBe(false)
  expect(aLease().covers({ ...call, tokens: 31 }, 1_000)).toBe(false)
  expect(aLease({ total: { micros: 300n, requests: 0, tokens: 30 } }).covers(call, 1_000)).toBe(false)
  expect(new KeyLease({ companyId: 'company', keyId: 'key' }).covers(call, 0)).toBe(false)
})

test('streams are covered only while none was abandoned', () => {
  expect(aLease().covers({ ...call, isStream: true }, 1_000)).toBe(true)
  expect(aLease({ mayStream: false }).covers({ ...call, isStream: true }, 1_000)).toBe(false)
  expect(aLease({ mayStream: false }).covers(call, 1_000)).toBe(true)
})

test('a call takes its part, and is reported once', () => {
  const lease = aLease()
  lease.take(call, holdOf('a'))
  expect(lease.left).toEqual({ micros: 200n, requests: 2, tokens: 20 })
  expect(lease.used).toEqual({ requests: 8, tokens: 80 })
  expect(lease.hasUnreported).toBe(true)
  expect(collected(lease)).toEqual({ holds: [holdOf('a')], ended: { requests: 0, tokens: 0 } })
  expect(collected(lease)).toEqual({ holds: [], ended: { requests: 0, tokens: 0 } })
  expect(lease.hasUnreported).toBe(false)
})

test('a call that ends before its report is counted with the tokens that it used, and its credits are free again', () => {
  const lease = aLease()
  lease.take(call, holdOf('a'))
  lease.take(call, holdOf('b'))
  lease.end(holdOf('a'), 4)
  lease.end(holdOf('b'))
  expect(lease.left).toEqual({ micros: 300n, requests: 1, tokens: 10 })
  expect(lease.isUnreported('a')).toBe(false)
  expect(collected(lease)).toEqual({ holds: [], ended: { requests: 2, tokens: 14 } })
})

test('a call that ends after its lease was dropped leaves nothing to use', () => {
  const lease = aLease()
  lease.take(call, holdOf('a'))
  lease.drop()
  lease.end(holdOf('a'))
  expect(lease.left.micros).toBe(0n)
})

test('calls that were admitted while a report was on its way are taken from the new lease', () => {
  const lease = aLease()
  const sent = lease.send()
  lease.take(call, holdOf('a'))
  lease.renew({ ...granted, total: { micros: 500n, requests: 5, tokens: 50 } }, sent, 1_200)
  expect(lease.left).toEqual({ micros: 400n, requests: 4, tokens: 40 })
  expect(lease.used).toEqual({ requests: 8, tokens: 80 })
  expect(lease.covers(call, 1_699)).toBe(true)
  expect(lease.covers(call, 1_700)).toBe(false)
})

test('if Redis has dropped the lease, nothing is left', () => {
  const lease = aLease()
  const sent = lease.send()
  lease.take(call, holdOf('a'))
  lease.renew({ ...granted, total: { micros: 0n, requests: 0, tokens: 0 } }, sent, 1_200)
  expect(lease.left).toEqual({ micros: 0n, requests: 0, tokens: 0 })
})

test('the answer to a report that was sent before the lease was dropped is ignored', () => {
  const lease = aLease()
  const sent = lease.send()
  lease.drop()
  lease.renew(granted, sent, 1_200)
  expect(lease.covers(call, 1_201)).toBe(false)
  expect(lease.left).toEqual({ micros: 0n, requests: 0, tokens: 0 })
})

test('what was asked for in this period and the one before is wanted, beyond what is left', () => {
  const lease = aLease()
  lease.ask(call, 1_000)
  for (let time = 0; time < 6; time += 1) lease.ask(call, 1_250)
  expect(lease.recentCalls(1_250)).toBe(7)
  expect(lease.recentCalls(1_500)).toBe(6)
  expect(lease.recentCalls(1_750)).toBe(0)
  expect(lease.wanted()).toEqual({ micros: 400n, requests: 4, tokens: 40 })
  lease.ask(call, 2_000)
  expect(lease.recentCalls(2_000)).toBe(1)
  expect(lease.wanted()).toEqual({ micros: 0n, requests: 0, tokens: 0 })
  expect(lease.askedAtMs).toBe(2_000)
})

test('no lease has more credits than a number represents', () => {
  const lease = aLease()
  lease.ask({ ...call, estimateMicros: 10n ** 18n }, 1_000)
  expect(lease.wanted().micros).toBe(10n ** 15n - 300n)
})
