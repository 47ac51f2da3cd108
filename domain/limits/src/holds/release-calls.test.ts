import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { type CompanyStore, type CompanyUpdate, StoreUnavailable } from '../company-store.ts'
import { createTestLeases } from '../leases/testing/create-test-leases.ts'
import { createLocalRates } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import { type OpenHold, createOpenHolds } from './open-holds.ts'
import { createReleaseCalls } from './release-calls.ts'

const request = { keyId: 'key', tokens: 40, rpmLimit: 10, tpmLimit: 100 }

function setUp() {
  const clock = createFakeClock()
  const open = createOpenHolds(clock)
  const rates = createLocalRates({ clock, windowMs: 60_000, processCount: () => 1 })
  const updates: CompanyUpdate[] = []
  const streams: string[] = []
  const state = { error: undefined as Error | undefined }
  const store = {
    update: async (update: CompanyUpdate) => {
      if (state.error) throw state.error
      updates.push(update)
    },
  } as unknown as CompanyStore
  const gate = { run: (work: () => Promise<unknown>) => work() } as StoreGate
  const releases = createReleaseCalls({
    clock,
    store,
    open,
    leases: createTestLeases({ clock, store, open, gate }),
    rates,
    gate,
    abandons: {
      count: ({ keyId }, outcome) => streams.push(`${keyId} ${outcome}`),
      waitMs: () => 0,
      prune: () => undefined,
    },
  })
  const add = (callId: string, place: Partial<OpenHold> = {}) =>
    open.add(
      {
        callId,
        companyId: 'company',
        keyId: 'key',
        operation: 'chat',
        alias: 'svc/chat-default',
        estimateMicros: 1n,
        reservedTokens: 40,
        remainingMs: 30_000,
      },
      { isInStore: false, isInTable: false, ...place },
    )
  const takeLocally = () => {
    const taken = rates.take(request)
    if (taken.kind !== 'taken') throw new Error('the limit is large enough')
    return taken
  }
  const tokensLeft = () => {
    const taken = rates.take({ ...request, tokens: 0 })
    return taken.rates.tokens.remaining
  }
  return { releases, open, updates, streams, state, add, takeLocally, tokensLeft }
}

test('the tokens of a call that was counted here are corrected to those used, if they are known', async () => {
  const { releases, add, takeLocally, tokensLeft } = setUp()
  add('a', { localRate: takeLocally() })
  expect(tokensLeft()).toBe(60)
  await releases.release({ companyId: 'company', calls: [{ callId: 'a', tokensUsed: 15 }] })
  expect(tokensLeft()).toBe(85)
  add('b', { localRate: takeLocally() })
  await releases.release({ companyId: 'company', calls: [{ callId: 'b' }] })
  expect(tokensLeft()).toBe(45)
  add('c')
  await releases.release({ companyId: 'company', calls: [{ callId: 'c', tokensUsed: 30 }] })
  expect(tokensLeft()).toBe(45)
})

test('a released call is closed here, reported to Redis and, if it is there, removed from Postgres', async () => {
  const { releases, open, updates, streams, add } = setUp()
  add('a', { isInStore: true, isInTable: true })
  add('b', { isInStore: true })
  const balance = { balanceMicros: 5n, version: 2n }
  const calls = [{ callId: 'a', stream: 'abandoned' as const }, { callId: 'b' }, { callId: 'unknown' }]
  await releases.release({ companyId: 'company', calls, balance })
  expect(open.count()).toBe(0)
  expect(updates).toMatchObject([
    { companyId: 'company', balance, finished: [{ callId: 'a' }, { callId: 'b' }, { callId: 'unknown' }] },
  ])
  expect(updates[0]?.finished).not.toContainEqual(expect.objectContaining({ isOnlyInTable: true }))
  expect(streams).toEqual(['key abandoned'])
  expect(releases.takeFinishedInTable()).toEqual(['a'])
  expect(releases.takeFinishedInTable()).toEqual([])
  releases.removeFromTable(['refused'])
  expect(releases.takeFinishedInTable()).toEqual(['refused'])
})

test('a release of a hold that only Postgres has says so', async () => {
  const { releases, updates, add } = setUp()
  add('a', { isInTable: true })
  await releases.release({ companyId: 'company', calls: [{ callId: 'a' }] })
  expect(updates).toMatchObject([{ finished: [{ callId: 'a', isOnlyInTable: true }] }])
})

test('a release that Redis did not get is sent again, and any other error is passed on', async () => {
  const { releases, updates, state, add } = setUp()
  add('a', { isInStore: true })
  state.error = new StoreUnavailable('no answer')
  await releases.release({ companyId: 'company', calls: [{ callId: 'a' }] })
  await expect(releases.resendMissed()).rejects.toThrow('no answer')
  state.error = undefined
  await releases.resendMissed()
  expect(updates).toMatchObject([{ companyId: 'company', finished: [{ callId: 'a' }] }])
  await releases.resendMissed()
  expect(updates).toHaveLength(1)
  state.error = new Error('a bug')
  await expect(releases.release({ companyId: 'company', calls: [] })).rejects.toThrow('a bug')
})
