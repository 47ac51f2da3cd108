import { createFakeClock } from '@gatehouse/testkit/fake-clock'
import { expect, test } from 'vitest'
import type { CallToAdmit } from '../admission.ts'
import type { LeaseReport } from '../company-store.ts'
import { createOpenHolds } from '../holds/open-holds.ts'
import type { StoreGate } from '../store-gate.ts'
import { createLeases } from './create-leases.ts'

/** A store that grants what is wanted, and the reports that it got. */
function setUp(callsMin: number) {
  const clock = createFakeClock()
  const open = createOpenHolds(clock)
  const reports: LeaseReport[] = []
  const errors: [string, object | undefined][] = []
  const state = { error: undefined as Error | undefined, grant: 'all' as 'all' | 'no requests' }
  const leases = createLeases(
    {
      clock,
      logger: { error: (message, fields) => void errors.push([message, fields]) },
      open,
      store: {
        async lease(report) {
          if (state.error) throw state.error
          reports.push(report)
          const { left, wanted } = report
          const isAll = state.grant === 'all'
          return {
            total: {
              micros: left.micros + wanted.micros,
              requests: isAll ? left.requests + wanted.requests : 0,
              tokens: left.tokens + wanted.tokens,
            },
            lastsMs: 500,
            used: { requests: 0, tokens: 0 },
            mayStream: true,
            shouldRefresh: false,
          }
        },
      },
      gate: { isUp: () => true, run: (work: () => Promise<unknown>) => work() } as unknown as StoreGate,
      processCount: () => 1,
      windowMs: 60_000,
      refresh: () => undefined,
      onTaken: () => undefined,
    },
    { callsMin },
  )
  let calls = 0
  const take = (estimateMicros = 100n) => {
    calls += 1
    const call: CallToAdmit = {
      callId: `call-${calls}`,
      companyId: 'company',
      keyId: 'key',
      operation: 'chat',
      alias: 'svc/chat-default',
      estimateMicros,
      estimatedTokens: 10,
      deadlineMs: 30_000,
      rpmLimit: 1_000,
      tpmLimit: 100_000,
    }
    return leases.take(call) !== undefined
  }
  return { clock, leases, reports, errors, state, take }
}

const nothing = { micros: 0n, requests: 0, tokens: 0 }

test('a key gets a lease with its fourth call, and its next calls are taken from it', async () => {
  const { clock, reports, take } = setUp(4)
  expect([take(), take(), take(), take()]).toEqual([false, false, false, false])
  await clock.advance(1)
  expect(reports).toMatchObject([{ wanted: { micros: 400n, requests: 4, tokens: 40 }, holds: [] }])
  expect([take(), take()]).toEqual([true, true])
  await clock.advance(5)
  expect(reports[1]?.holds.map(({ callId }) => callId)).toEqual(['call-5', 'call-6'])
  expect(reports[1]?.left).toEqual({ micros: 200n, requests: 2, tokens: 20 })
})

test('a lease that was not used for 100 ms is returned, and not asked for again at once', async () => {
  const { clock, reports, take } = setUp(2)
  take()
  take()
  await clock.advance(160)
  expect(reports.at(-1)).toMatchObject({ left: nothing, wanted: nothing })
  expect(reports).toHaveLength(2)
})

test('a key that has become quiet returns its lease although it still makes calls', async () => {
  const { clock, reports, take } = setUp(20)
  for (let time = 0; time < 20; time += 1) take()
  await clock.advance(1)
  const taken: boolean[] = []
  for (let time = 0; time < 9; time += 1) {
    taken.push(take())
    await clock.advance(90)
  }
  expect(taken.at(0)).toBe(true)
  expect(taken.at(-1)).toBe(false)
  expect(reports.at(-1)).toMatchObject({ left: nothing, wanted: nothing })
})

test('an unexpected error of a report is logged, and nothing more is taken from the lease', async () => {
  const { clock, errors, state, take } = setUp(2)
  take()
  take()
  await clock.advance(1)
  state.error = new TypeError('a bug')
  expect(take()).toBe(true)
  await clock.advance(5)
  expect(errors).toEqual([
    ['lease could not be renewed', { company_id: 'company', key_id: 'key', error: state.error }],
  ])
  expect(take()).toBe(false)
})

test('the calls of one company are reported at once when its account is read', async () => {
  const { clock, leases, reports, take } = setUp(2)
  take()
  take()
  await clock.advance(1)
  take()
  await leases.report('other company')
  expect(reports).toHaveLength(1)
  await leases.report('company')
  expect(reports.at(-1)?.holds.map(({ callId }) => callId)).toEqual(['call-3'])
  await leases.report('company')
  expect(reports).toHaveLength(2)
})

test('a lease without requests is not asked for again within 100 ms', async () => {
  const { clock, reports, state, take } = setUp(2)
  state.grant = 'no requests'
  take()
  take()
  await clock.advance(1)
  expect(reports).toHaveLength(1)
  take()
  await clock.advance(40)
  expect(reports).toHaveLength(1)
  await clock.advance(61)
  take()
  await clock.advance(1)
  expect(reports.length).toBeGreaterThan(1)
})
