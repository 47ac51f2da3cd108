import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { CallToAdmit } from '../admission.ts'
import type { SnapshotWithHeld } from '../account-snapshot.ts'
import { type CompanyStore, type StoreAnswer, StoreUnavailable } from '../company-store.ts'
import { createOpenHolds } from '../holds/open-holds.ts'
import { createTestLeases } from '../leases/testing/create-test-leases.ts'
import { createRecall } from '../leases/recall.ts'
import { createLocalRates } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import { createCountRequest, createPreviewCall } from './preview-call.ts'

const call: CallToAdmit = {
  callId: 'call',
  companyId: 'company',
  keyId: 'key',
  operation: 'chat',
  alias: 'svc/chat-default',
  estimateMicros: 100n,
  estimatedTokens: 10,
  deadlineMs: 30_000,
  rpmLimit: 3,
  tpmLimit: 100,
}
const rate = { limit: 3, remaining: 0, resetMs: 1_000 }
const limited: StoreAnswer = {
  kind: 'rate_limited',
  what: 'requests',
  retryAfterMs: 700,
  rates: { requests: rate, tokens: rate },
}
const account: SnapshotWithHeld = {
  balanceMicros: 100n,
  version: 1n,
  isFrozen: false,
  isPostpaid: false,
  overdueInMs: null,
  validForMs: null,
  closedCallIds: [],
  holds: [],
  openHolds: [],
  heldMicros: 0n,
}

type Circumstances = { isUp?: boolean; answer?: StoreAnswer | Error }

function setUp({ isUp = true, answer = limited }: Circumstances = {}) {
  const clock = createFakeClock()
  const rates = createLocalRates({ clock, windowMs: 60_000, processCount: () => 1 })
  const state = { snapshot: account, abandonedMs: 0, reasons: [] as string[] }
  const respond = async () => {
    if (answer instanceof Error) throw answer
    return answer
  }
  const store = { preview: respond, count: respond } as unknown as CompanyStore
  const gate = { isUp: () => isUp, run: (work: () => Promise<unknown>) => work() } as unknown as StoreGate
  const leases = createTestLeases({ clock, store, gate, open: createOpenHolds(clock) })
  const deps = {
    rates,
    store,
    gate,
    recall: createRecall({ clock, leases }),
    abandons: { waitMs: () => state.abandonedMs, count: () => undefined, prune: () => undefined },
    snapshots: {
      mark: () => 0,
      read: async (_question: unknown, reason: string) => {
        state.reasons.push(reason)
        return state.snapshot
      },
      prune: () => undefined,
    },
  }
  return { preview: createPreviewCall(deps), count: createCountRequest(deps), rates, state }
}

test('Redis’s refusal is returned as it is, without a read of Postgres', async () => {
  const { preview, state } = setUp()
  expect(await preview(call)).toEqual(limited)
  expect(state.reasons).toEqual([])
})

test('a call that Redis would admit is not refused, and one that it cannot decide is decided by the account', async () => {
  const rates = { requests: rate, tokens: rate }
  const admitted = setUp({ answer: { kind: 'admitted', rates, shouldRefresh: false } })
  expect(await admitted.preview(call)).toBeUndefined()
  const { preview, state } = setUp({ answer: { kind: 'refresh', reason: 'holds' } })
  expect(await preview(call)).toBeUndefined()
  state.snapshot = { ...account, heldMicros: 100n }
  expect(await preview(call)).toEqual({
    kind: 'insufficient_credits',
    balanceMicros: 100n,
    heldMicros: 100n,
  })
  expect(state.reasons).toEqual(['holds', 'holds'])
})

test.each([{ isUp: false }, { answer: new StoreUnavailable('no answer') }])(
  'without Redis (%o) the account, abandoned streams and the local rates refuse, in this order',
  async (circumstances) => {
    const { preview, rates, state } = setUp(circumstances)
    expect(await preview(call)).toBeUndefined()
    for (let time = 0; time < 3; time += 1)
      rates.take({ keyId: 'key', tokens: 0, rpmLimit: 3, tpmLimit: 100 })
    expect(await preview(call)).toMatchObject({ kind: 'rate_limited', what: 'requests' })
    state.abandonedMs = 500
    expect(await preview({ ...call, isStream: true })).toEqual({
      kind: 'streams_abandoned',
      retryAfterMs: 500,
    })
    state.snapshot = { ...account, isFrozen: true }
    expect(await preview({ ...call, isStream: true })).toEqual({ kind: 'frozen' })
    expect(new Set(state.reasons)).toEqual(new Set(['table']))
  },
)

test('a preview counts nothing', async () => {
  const { preview, rates } = setUp({ isUp: false })
  for (let time = 0; time < 10; time += 1) expect(await preview(call)).toBeUndefined()
  expect(rates.take({ ...call, tokens: 0 })).toMatchObject({ rates: { requests: { remaining: 2 } } })
})

test('a counted request is refused by Redis only for its rate', async () => {
  expect(await setUp().count(call)).toEqual(limited)
  const rates = { requests: rate, tokens: rate }
  const { count } = setUp({ answer: { kind: 'admitted', rates, shouldRefresh: false } })
  expect(await count(call)).toBeUndefined()
})

test.each([{ isUp: false }, { answer: new StoreUnavailable('no answer') }])(
  'without Redis (%o) requests are counted here, and used-up tokens do not refuse them',
  async (circumstances) => {
    const { count, rates } = setUp(circumstances)
    rates.take({ keyId: 'other', tokens: 100, rpmLimit: 3, tpmLimit: 100 })
    expect(await count({ ...call, keyId: 'other', tpmLimit: 0 })).toBeUndefined()
    for (let time = 0; time < 3; time += 1) expect(await count(call)).toBeUndefined()
    expect(await count(call)).toMatchObject({ kind: 'rate_limited', what: 'requests' })
  },
)

test('an error that does not mean that Redis is unavailable is passed on', async () => {
  const { preview, count } = setUp({ answer: new Error('a bug') })
  await expect(preview(call)).rejects.toThrow('a bug')
  await expect(count(call)).rejects.toThrow('a bug')
})
