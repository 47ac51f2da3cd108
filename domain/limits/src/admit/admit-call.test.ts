import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { Admission, CallToAdmit } from '../admission.ts'
import { type CompanyStore, type CompanyUpdate, StoreUnavailable } from '../company-store.ts'
import { createOpenHolds } from '../holds/open-holds.ts'
import type { Recall } from '../leases/recall.ts'
import type { StoreGate } from '../store-gate.ts'
import { createAdmitCall } from './admit-call.ts'

const rates = {
  requests: { limit: 10, remaining: 9, resetMs: 6_000 },
  tokens: { limit: 100, remaining: 90, resetMs: 6_000 },
}
const admitted: Admission = { kind: 'admitted', rates }
const refused: Admission = { kind: 'insufficient_credits', balanceMicros: 5n, heldMicros: 0n }
const call: CallToAdmit = {
  callId: 'call-1',
  companyId: 'company',
  keyId: 'key',
  operation: 'chat',
  alias: 'svc/chat-default',
  estimateMicros: 100n,
  estimatedTokens: 10,
  deadlineMs: 30_000,
  rpmLimit: 10,
  tpmLimit: 100,
}

/** Redis does not answer, so `withoutStore` decides. Set `isUp` to false for a call that arrives while Redis is known to be down. */
function setUp(withoutStore: () => Admission | 'store is back') {
  const state = { isUp: true }
  const updates: CompanyUpdate[] = []
  const undone: string[] = []
  const asked: boolean[] = []
  const admit = createAdmitCall({
    store: {
      admit: () => Promise.reject(new StoreUnavailable('no answer')),
      update: async (update: CompanyUpdate) => void updates.push(update),
    } as unknown as CompanyStore,
    gate: {
      isUp: () => state.isUp,
      run: (work: () => Promise<unknown>) => work(),
    } as unknown as StoreGate,
    open: createOpenHolds(createFakeClock()),
    leases: { take: () => undefined },
    recall: { ask: (_companyId: string, work: () => Promise<unknown>) => work() } as unknown as Recall,
    snapshots: {
      mark: () => 0,
      read: () => Promise.reject(new Error('not needed')),
      prune: () => undefined,
    },
    refresh: () => undefined,
    admitWithoutStore: async (_call, { isInStore }) => {
      asked.push(isInStore)
      return withoutStore()
    },
    undo: ({ callId }) => void undone.push(callId),
  })
  return { admit, state, updates, undone, asked }
}

test('a call that Redis may hold and that is then refused is undone; one that is admitted is not', async () => {
  const refusing = setUp(() => refused)
  expect(await refusing.admit(call)).toEqual(refused)
  expect([refusing.asked, refusing.undone]).toEqual([[true], ['call-1']])
  const admitting = setUp(() => admitted)
  expect(await admitting.admit(call)).toEqual(admitted)
  expect([admitting.asked, admitting.undone]).toEqual([[true], []])
})

test('a call that Redis was never asked about is not undone', async () => {
  const { admit, state, asked, undone } = setUp(() => refused)
  state.isUp = false
  expect(await admit(call)).toEqual(refused)
  expect([asked, undone]).toEqual([[false], []])
})

test('Redis gets the hold of a call that Postgres admitted while Redis came back', async () => {
  const { admit, state, updates } = setUp(() => {
    state.isUp = true
    return admitted
  })
  state.isUp = false
  expect(await admit(call)).toEqual(admitted)
  expect(updates).toMatchObject([
    { companyId: 'company', holds: [{ callId: 'call-1', estimateMicros: 100n }] },
  ])
})

test('Redis gets no hold from a call that Postgres admitted while Redis is down', async () => {
  const { admit, state, updates } = setUp(() => admitted)
  state.isUp = false
  expect(await admit(call)).toEqual(admitted)
  expect(updates).toEqual([])
})
