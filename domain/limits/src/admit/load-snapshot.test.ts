import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { AccountSnapshot } from '../account-snapshot.ts'
import type { CompanyStore, CompanyUpdate } from '../company-store.ts'
import type { Hold } from '../hold.ts'
import { createOpenHolds } from '../holds/open-holds.ts'
import type { StoreGate } from '../store-gate.ts'
import { createLoadSnapshot } from './load-snapshot.ts'

const companyId = 'company'
const snapshot: AccountSnapshot = {
  balanceMicros: 100n,
  version: 1n,
  isFrozen: false,
  isPostpaid: false,
  overdueInMs: null,
  validForMs: null,
  closedCallIds: [],
  holds: [],
}

function aHold(callId: string, remainingMs = 1_000): Hold {
  const alias = 'svc/chat-default'
  return {
    callId,
    companyId,
    keyId: 'key',
    operation: 'chat',
    alias,
    estimateMicros: 7n,
    reservedTokens: 1,
    remainingMs,
  }
}

/** The reads of Postgres take these times and give these answers, the last one for all further ones. */
function setUp(
  reads: readonly { tookMs?: number; answer?: Partial<AccountSnapshot> }[],
  inStore: Hold[] = [],
  gateTookMs = 0,
) {
  const clock = createFakeClock()
  const did: string[] = []
  const updates: CompanyUpdate[] = []
  const open = createOpenHolds(clock)
  let [count, nowMs] = [0, 0]
  const load = createLoadSnapshot({
    clock: { monotonicMs: () => nowMs },
    open,
    store: {
      readHolds: async () => inStore,
      update: async (update: CompanyUpdate) => void updates.push(update),
    } as unknown as CompanyStore,
    gate: {
      async run(work: () => Promise<unknown>) {
        nowMs += gateTookMs
        gateTookMs = 0
        return work()
      },
    } as StoreGate,
    copies: {
      copyCompany: async (id) => void did.push(`copy ${id}`),
      write: () => Promise.reject(new Error('not asked for')),
    },
    readSnapshot: async (_company, callIds) => {
      const { tookMs = 0, answer } = reads[Math.min(count, reads.length - 1)] ?? {}
      count += 1
      nowMs += tookMs
      did.push(`read ${callIds.join()}`)
      return { ...snapshot, ...answer }
    },
    closeDead: async (holds) => void did.push(`close ${holds.map(({ callId }) => callId).join()}`),
  })
  return { load: (reason: Parameters<typeof load>[1]) => load({ companyId }, reason), did, updates, open }
}

test('a read that took more than two seconds is repeated once, and then the caller is asked to retry', async () => {
  const once = setUp([{ tookMs: 2_001, answer: { balanceMicros: 1n } }, { tookMs: 2_000 }])
  expect(await once.load('table')).toMatchObject({ balanceMicros: 100n })
  expect(once.did).toEqual(['read ', 'read '])
  const twice = setUp([{ tookMs: 2_001 }])
  await expect(twice.load('account')).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'limits.snapshot_late',
    publicMessage: 'The balance could not be read in time. Try again shortly.',
    retryAfterMs: 1_000,
  })
  expect(twice.did).toEqual(['read ', 'read '])
  expect(twice.updates).toEqual([])
})

test('a snapshot that became old while it waited to be sent is read again', async () => {
  const { load, did, updates } = setUp([{ answer: { balanceMicros: 1n } }, {}], [], 2_001)
  expect(await load('account')).toMatchObject({ balanceMicros: 100n })
  expect(did).toEqual(['read ', 'read '])
  expect(updates).toEqual([{ companyId, snapshot, holds: [] }])
})

test('dead calls are closed before the balance is read, and the holds in Redis count', async () => {
  const { load, did, updates } = setUp([{}], [aHold('dead', -60_001), aHold('open')])
  expect(await load('holds')).toMatchObject({ balanceMicros: 100n, heldMicros: 14n })
  expect(did).toEqual(['close dead', 'read dead,open'])
  expect(updates).toEqual([{ companyId, snapshot, holds: [] }])
})

test('holds that another process keeps in Postgres are sent to Redis, and those closed meanwhile are released', async () => {
  const theirs = aHold('theirs')
  const { load, did, updates } = setUp([
    { answer: { holds: [theirs] } },
    { answer: { closedCallIds: ['theirs'] } },
  ])
  expect(await load('account')).toMatchObject({ heldMicros: 7n })
  expect(did).toEqual(['read ', 'read theirs', `copy ${companyId}`])
  expect(updates).toEqual([
    { companyId, snapshot: { ...snapshot, holds: [theirs] }, holds: [theirs] },
    { companyId, finished: [{ callId: 'theirs' }], balance: { balanceMicros: 100n, version: 1n } },
  ])
})

test('holds that this process keeps in Postgres need no copy', async () => {
  const mine = aHold('mine')
  const { load, did, updates, open } = setUp([{ answer: { holds: [mine] } }])
  open.add(mine, { isInStore: true, isInTable: true })
  await load('account')
  expect(did).toEqual(['read ', 'read mine'])
  expect(updates).toHaveLength(1)
})
