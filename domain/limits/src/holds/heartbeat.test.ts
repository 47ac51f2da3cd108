import type { Logger } from '@gatehouse/telemetry/create-logger'
import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import { type CompanyStore, StoreUnavailable } from '../company-store.ts'
import type { HoldTable } from '../hold.ts'
import type { StoreGate } from '../store-gate.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createOpenHolds } from './open-holds.ts'
import type { ReleaseCalls } from './release-calls.ts'

function setUp() {
  const clock = createFakeClock()
  const open = createOpenHolds(clock)
  const did: string[] = []
  const state = {
    isUp: true,
    beatError: undefined as Error | undefined,
    removeError: undefined as Error | undefined,
    finished: [] as string[],
  }
  const heartbeat = createHeartbeat({
    clock,
    open,
    logger: {
      warn: (message: string, { what }: { what: string }) => did.push(`${message}: ${what}`),
    } as unknown as Logger,
    store: {
      async beat(companyIds: readonly string[]) {
        if (state.beatError) throw state.beatError
        did.push(`beat ${companyIds.join()}`)
        return 3
      },
      update: async ({ holds }: { holds: readonly { callId: string }[] }) =>
        void did.push(`send ${holds.map(({ callId }) => callId).join()}`),
    } as unknown as CompanyStore,
    gate: { isUp: () => state.isUp, suspect: () => did.push('suspect') } as unknown as StoreGate,
    table: {
      async remove(ids: readonly string[]) {
        if (state.removeError) throw state.removeError
        did.push(`remove ${ids.join()}`)
      },
    } as unknown as HoldTable,
    copies: {
      copyCompany: () => Promise.reject(new Error('not asked for')),
      write: async (holds) => {
        if (holds.length > 0) did.push(`write ${holds.map(({ callId }) => callId).join()}`)
      },
    },
    releases: {
      resendMissed: async () => undefined,
      takeFinishedInTable: () => state.finished.splice(0),
      removeFromTable: (callIds: readonly string[]) => void state.finished.push(...callIds),
    } as unknown as ReleaseCalls,
    reaper: {
      reapStore: async () => void did.push('reap store'),
      reapTable: async () => void did.push('reap table'),
      close: () => Promise.reject(new Error('not asked for')),
    },
    onProcessCount: (count) => did.push(`${count} processes`),
    prune: () => undefined,
  })
  const add = (callId: string, isInTable: boolean) =>
    open.add(
      {
        callId,
        companyId: 'company',
        keyId: 'key',
        operation: 'chat',
        alias: 'svc/chat-default',
        estimateMicros: 1n,
        reservedTokens: 1,
        remainingMs: 3_600_000,
      },
      { isInStore: true, isInTable },
    )
  const take = () => did.splice(0)
  return { heartbeat, clock, state, add, take }
}

test('Redis gets a sign of life every second and the holds every other second', async () => {
  const { heartbeat, clock, add, take } = setUp()
  add('a', false)
  heartbeat.start()
  await clock.advance(0)
  expect(take()).toEqual(['beat company', '3 processes'])
  await clock.advance(1_000)
  expect(take()).toEqual(['beat company', '3 processes', 'send a'])
  await clock.advance(1_000)
  expect(take()).toEqual(['beat company', '3 processes'])
  await heartbeat.stop()
  await clock.advance(5_000)
  expect(take()).toEqual([])
  expect(clock.pendingTimers).toBe(0)
})

test('Postgres keeps all holds while Redis is down, and otherwise only those that it has', async () => {
  const { heartbeat, clock, state, add, take } = setUp()
  add('in Redis', false)
  add('in both', true)
  state.finished.push('finished')
  heartbeat.start()
  await clock.advance(0)
  expect(take()).toEqual(['beat company', '3 processes', 'remove finished', 'write in both'])
  state.isUp = false
  await clock.advance(1_000)
  expect(take()).toEqual(['write in Redis,in both'])
  await heartbeat.stop()
})

test('holds are published whether or not Redis is up', async () => {
  const { heartbeat, state, add, take } = setUp()
  add('in Redis', false)
  state.finished.push('finished')
  await heartbeat.publishHolds()
  expect(take()).toEqual(['remove finished', 'write in Redis'])
})

test('holds that Postgres could not delete are deleted with the next heartbeat', async () => {
  const { heartbeat, state, take } = setUp()
  state.finished.push('finished')
  state.removeError = new Error('no answer')
  await heartbeat.publishHolds()
  expect(take()).toEqual(['limits heartbeat failed: postgres'])
  state.removeError = undefined
  state.finished.push('later')
  await heartbeat.publishHolds()
  expect(take()).toEqual(['remove finished,later'])
  await heartbeat.publishHolds()
  expect(take()).toEqual([])
})

test('dead calls are looked for every 15 s, in Redis only while it is up', async () => {
  const { heartbeat, clock, state, take } = setUp()
  heartbeat.start()
  await clock.advance(14_000)
  expect(take().filter((line) => line.startsWith('reap'))).toEqual([])
  await clock.advance(1_000)
  expect(take().filter((line) => line.startsWith('reap'))).toEqual(['reap store', 'reap table'])
  state.isUp = false
  await clock.advance(15_000)
  expect(take()).toEqual(['reap table'])
  await heartbeat.stop()
})

test('a failure of Redis makes the gate check it, any other one is logged, and the beats go on', async () => {
  const { heartbeat, clock, state, take } = setUp()
  state.beatError = new StoreUnavailable('no answer')
  heartbeat.start()
  await clock.advance(0)
  expect(take()).toEqual(['suspect'])
  state.beatError = new Error('a bug')
  await clock.advance(1_000)
  expect(take()).toEqual(['limits heartbeat failed: redis'])
  state.beatError = undefined
  await clock.advance(1_000)
  expect(take()).toEqual(['beat ', '3 processes'])
  await heartbeat.stop()
})
