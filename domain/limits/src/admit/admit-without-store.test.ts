import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { SnapshotWithHeld } from '../account-snapshot.ts'
import type { Admission, CallToAdmit } from '../admission.ts'
import type { AskedHold, HoldTable } from '../hold.ts'
import { createOpenHolds } from '../holds/open-holds.ts'
import { createLocalRates } from '../local/local-rates.ts'
import type { StoreGate } from '../store-gate.ts'
import { createAdmitWithoutStore } from './admit-without-store.ts'

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

/** Redis has just gone down; Postgres has this balance. */
function setUp(balanceMicros: bigint, processCount: number) {
  const clock = createFakeClock()
  const downSinceMs = clock.monotonicMs()
  const open = createOpenHolds(clock)
  const rates = createLocalRates({ clock, windowMs: 60_000, processCount: () => 1 })
  const asked: AskedHold[] = []
  const decided: string[] = []
  const removed: string[] = []
  const state = {
    isUp: false,
    isPlaced: true,
    isPostpaid: false,
    copyError: undefined as Error | undefined,
    placeError: undefined as Error | undefined,
  }
  const snapshot = (): SnapshotWithHeld => ({
    balanceMicros,
    version: 1n,
    isFrozen: false,
    isPostpaid: state.isPostpaid,
    overdueInMs: null,
    validForMs: null,
    closedCallIds: [],
    holds: [],
    openHolds: [],
    heldMicros: 0n,
  })
  const admit = createAdmitWithoutStore({
    clock,
    open,
    rates,
    gate: {
      isUp: () => state.isUp,
      downForMs: () => clock.monotonicMs() - downSinceMs,
    } as unknown as StoreGate,
    table: {
      place: async (hold: AskedHold) => {
        asked.push(hold)
        if (state.placeError) throw state.placeError
        return { isPlaced: state.isPlaced, balanceMicros, heldMicros: 0n }
      },
    } as unknown as HoldTable,
    copies: {
      async copyCompany() {
        if (state.copyError) throw state.copyError
      },
      write: async () => undefined,
    },
    removeFromTable: (callIds) => removed.push(...callIds),
    abandons: { waitMs: () => 250, count: () => undefined, prune: () => undefined },
    snapshots: { mark: () => 0, read: async () => snapshot(), prune: () => undefined },
    processCountMax: () => processCount,
    onDecided: (outcome) => decided.push(outcome),
  })
  const outcomes: (Admission | 'store is back')[] = []
  const failures: string[] = []
  const start = async (changes: Partial<CallToAdmit> = {}, canWait = true) => {
    const circumstances = { after: 0, isInStore: false, canWait }
    void admit({ ...call, ...changes }, circumstances).then(
      (outcome) => outcomes.push(outcome),
      (thrown: Error) => failures.push(thrown.message),
    )
    await clock.advance(0)
  }
  return { clock, open, rates, asked, decided, removed, state, outcomes, failures, start }
}

test('the only process decides immediately, down to the last credit', async () => {
  const { outcomes, open, decided, start } = setUp(1n, 1)
  await start()
  expect(outcomes).toMatchObject([{ kind: 'admitted' }])
  expect(open.has('company', 'call')).toBe(true)
  expect(decided).toEqual(['admitted'])
})

test('with other processes, a call waits until their holds are in Postgres, unless the credits are ample', async () => {
  const ample = setUp(10_000n, 2)
  await ample.start()
  expect(ample.outcomes).toHaveLength(1)
  const { clock, outcomes, start } = setUp(2_000n, 2)
  await start()
  await clock.advance(1_450)
  expect(outcomes).toEqual([])
  await clock.advance(50)
  expect(outcomes).toMatchObject([{ kind: 'admitted' }])
})

test('a call that waits goes back to Redis when Redis is back, and that is not a decision', async () => {
  const { clock, outcomes, state, decided, start } = setUp(2_000n, 2)
  await start()
  state.isUp = true
  await clock.advance(50)
  expect(outcomes).toEqual(['store is back'])
  expect(decided).toEqual([])
})

test('a call goes back to Redis if it is back when Postgres has been read, unless the call may not wait', async () => {
  const { asked, outcomes, state, start } = setUp(10_000n, 1)
  state.isUp = true
  await start()
  expect(outcomes).toEqual(['store is back'])
  expect(asked).toEqual([])
  await start({}, false)
  expect(outcomes[1]).toMatchObject({ kind: 'admitted' })
})

test('a call that may not wait is decided immediately, and a postpaid one is placed regardless of the balance', async () => {
  const { outcomes, asked, state, start } = setUp(2_000n, 2)
  await start({}, false)
  expect(outcomes).toHaveLength(1)
  state.isPostpaid = true
  await start({ callId: 'postpaid' })
  expect(asked.map(({ isForced }) => isForced)).toEqual([false, true])
})

test('a refused hold gives its place in the window back', async () => {
  const { outcomes, rates, state, open, start } = setUp(1n, 1)
  state.isPlaced = false
  for (let time = 0; time < 5; time += 1) await start()
  expect(outcomes).toHaveLength(5)
  expect(outcomes[4]).toEqual({ kind: 'insufficient_credits', balanceMicros: 1n, heldMicros: 0n })
  expect(open.count()).toBe(0)
  const taken = rates.take({ keyId: 'key', tokens: 0, rpmLimit: 3, tpmLimit: 100 })
  expect(taken.rates).toMatchObject({ requests: { remaining: 2 }, tokens: { remaining: 100 } })
})

test('a hold is removed if Postgres may have placed it and did not say so', async () => {
  const { state, open, rates, removed, failures, start } = setUp(1n, 1)
  state.copyError = new Error('not copied')
  await start()
  state.copyError = undefined
  state.placeError = new Error('no answer')
  await start({ callId: 'unanswered' })
  expect(failures).toEqual(['not copied', 'no answer'])
  expect(removed).toEqual(['unanswered'])
  expect(open.count()).toBe(0)
  const taken = rates.take({ keyId: 'key', tokens: 0, rpmLimit: 3, tpmLimit: 100 })
  expect(taken.rates).toMatchObject({ requests: { remaining: 2 }, tokens: { remaining: 100 } })
  state.placeError = undefined
  state.isPlaced = false
  await start()
  expect(removed).toEqual(['unanswered'])
})

test('abandoned streams delay a stream and no other call, and the rate limits both', async () => {
  const { outcomes, start } = setUp(1n, 1)
  await start({ isStream: true })
  expect(outcomes).toEqual([{ kind: 'streams_abandoned', retryAfterMs: 250 }])
  for (let time = 0; time < 4; time += 1) await start({ callId: `call ${time}` })
  expect(outcomes.slice(1).map((outcome) => outcome !== 'store is back' && outcome.kind)).toEqual([
    'admitted',
    'admitted',
    'admitted',
    'rate_limited',
  ])
})
