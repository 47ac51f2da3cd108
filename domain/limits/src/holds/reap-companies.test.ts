import { expect, test } from 'vitest'
import type { CompanyStore, CompanyUpdate, ListedCompany } from '../company-store.ts'
import type { Hold, HoldTable } from '../hold.ts'
import { createDeadCallReaper } from './reap-dead-calls.ts'

function aHold(companyId: string, remainingMs: number): Hold {
  return {
    callId: `call of ${companyId}`,
    companyId,
    keyId: 'key',
    operation: 'chat',
    alias: 'svc/chat-default',
    estimateMicros: 1n,
    reservedTokens: 1,
    remainingMs,
  }
}

/** A reaper on a store with these companies; each has one hold, or none if it is not among `holds`. */
function setUp(companies: readonly ListedCompany[], holds: readonly Hold[]) {
  const read: string[] = []
  const updates: CompanyUpdate[] = []
  const unlisted: string[] = []
  const claims: number[] = []
  const state = { isClaimed: true, nowMs: 0, closed: 0, readers: 0, readersMax: 0 }
  const store = {
    claimReaping: async (forMs: number) => claims.push(forMs) > 0 && state.isClaimed,
    listCompanies: async () => companies,
    async readHolds(companyId: string) {
      read.push(companyId)
      state.readers += 1
      state.readersMax = Math.max(state.readersMax, state.readers)
      await Promise.resolve()
      state.readers -= 1
      return holds.filter((hold) => hold.companyId === companyId)
    },
    unlistCompany: async (companyId: string) => void unlisted.push(companyId),
    update: async (update: CompanyUpdate) => void updates.push(update),
  } as unknown as CompanyStore
  const reaper = createDeadCallReaper({
    store,
    table: {} as HoldTable,
    closeDeadCalls: async (calls) => calls.length,
    onClosed: (count) => (state.closed += count),
    logger: { warn: () => undefined },
    monotonicMs: () => state.nowMs,
  })
  return { reaper, state, read, updates, unlisted, claims }
}

const listed = (companyId: string, isQuiet = false) => ({ companyId, isQuiet })

test('a process without the claim checks nothing', async () => {
  const { reaper, state, read, claims } = setUp([listed('a')], [])
  state.isClaimed = false
  await reaper.reapStore()
  expect(read).toEqual([])
  expect(claims).toEqual([30_000])
})

test('every company is read once, 25 at a time', async () => {
  const companies = Array.from({ length: 60 }, (_, index) => listed(`company ${index}`))
  const { reaper, state, read } = setUp(companies, [])
  await reaper.reapStore()
  expect(read).toEqual(companies.map(({ companyId }) => companyId))
  expect(state.readersMax).toBe(25)
})

test('a dead call is closed and released when it is found dead again after ten seconds, a live one never', async () => {
  const holds = [aHold('dead', -60_001), aHold('late', -60_000), aHold('live', 1)]
  const { reaper, state, updates } = setUp(
    ['dead', 'late', 'live'].map((id) => listed(id)),
    holds,
  )
  await reaper.reapStore()
  state.nowMs = 9_999
  await reaper.reapStore()
  expect([state.closed, updates]).toEqual([0, []])
  state.nowMs = 10_000
  await reaper.reapStore()
  expect(state.closed).toBe(1)
  expect(updates).toEqual([{ companyId: 'dead', finished: [{ callId: 'call of dead' }] }])
})

test('a call that was found dead once is a new suspect a minute later', async () => {
  const { reaper, state } = setUp([listed('dead')], [aHold('dead', -90_000)])
  await reaper.reapStore()
  state.nowMs = 60_000
  await reaper.reapStore()
  expect(state.closed).toBe(0)
  state.nowMs = 75_000
  await reaper.reapStore()
  expect(state.closed).toBe(1)
})

test('a quiet company without holds is no longer listed', async () => {
  const companies = [listed('quiet', true), listed('used'), listed('quiet with a hold', true)]
  const { reaper, unlisted } = setUp(companies, [aHold('quiet with a hold', 1)])
  await reaper.reapStore()
  expect(unlisted).toEqual(['quiet'])
})
