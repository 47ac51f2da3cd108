import type { CallEnd } from '@gatehouse/calls/call'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeadCall, closeDeadCalls } from '../close-dead-calls.ts'
import { createSettler } from '../settlement/create-settler.ts'
import { returnCharge } from './return-charge.ts'
import { readAccount } from './read-account.ts'
import { readCharges } from './read-charges.ts'
import { openSettlementLedger, settlementSettings } from './settlement/settle-batch.ts'

let open: OpenTestDatabase
const clock = createSystemClock()
const ids = createIds(clock)

beforeAll(async () => {
  open = await openTestDatabase({ settings: settlementSettings })
})
afterAll(() => open[Symbol.asyncDispose]())

function setUp() {
  const companyId = ids.uuid()
  const settler = createSettler({
    clock,
    logger: createLogger({ service: 'test', level: 'fatal', sinks: [] }),
    metrics: createMetrics('test'),
    random: Math.random,
    processId: ids.uuid(),
    ...openSettlementLedger(open.postgres),
    giveBack: async () => {},
  })
  const close = (...calls: DeadCall[]) =>
    closeDeadCalls(
      {
        settle: settler.settle,
        readCharges: (callIds) => readCharges(open.postgres, callIds),
        giveBack: (owed) => returnCharge({ ids, database: open.database }, owed, 'given_up'),
      },
      calls,
    )
  const dead = (isGivenUp: boolean): DeadCall => {
    const named = { callId: ids.uuid(), companyId, keyId: ids.uuid(), alias: 'svc/chat-default' }
    return { ...named, operation: 'chat', estimateMicros: 500n, isGivenUp }
  }
  const charge = ({ callId, companyId: id, keyId, alias, operation }: DeadCall) => {
    const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
    const end: CallEnd = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 300n }
    const call = { id: callId, companyId: id, keyId, alias, operation, end, heldMicros: 500n, durationMs: 1 }
    return settler.settle(call)
  }
  const balance = async () => (await readAccount(open.postgres, companyId)).balanceMicros
  return { close, dead, charge, balance, settle: settler.settle }
}

async function recorded({ callId }: DeadCall) {
  const { rows } = await open.postgres.query('select status, reason from calls where id = $1', [callId])
  return rows
}

test('a call whose process died is recorded as failed, without a charge', async () => {
  const { close, dead, balance } = setUp()
  const call = dead(false)
  expect(await close(call)).toBe(1)
  expect(await recorded(call)).toEqual([{ status: 'FAILED', reason: 'process_died' }])
  expect(await balance()).toBe(0n)
})

test('a charge whose caller was told of none is given back once, however often it is closed', async () => {
  const { close, dead, charge, balance } = setUp()
  const call = dead(true)
  await charge(call)
  expect(await balance()).toBe(-300n)
  expect(await close(call)).toBe(0)
  expect(await close(call)).toBe(0)
  expect(await balance()).toBe(0n)
})

test('a charge that nobody was told otherwise about stays', async () => {
  const { close, dead, charge, balance } = setUp()
  const call = dead(false)
  await charge(call)
  expect(await close(call)).toBe(0)
  expect(await balance()).toBe(-300n)
})

test('a given-up call that was never charged is recorded with that reason', async () => {
  const { close, dead } = setUp()
  const call = dead(true)
  expect(await close(call)).toBe(1)
  expect(await recorded(call)).toEqual([{ status: 'FAILED', reason: 'settle_unavailable' }])
})

test('a charge that cannot be given back now leaves the call as it is, for the next attempt', async () => {
  const { dead, charge, settle } = setUp()
  const call = dead(true)
  await charge(call)
  const settled: string[] = []
  const closing = closeDeadCalls(
    {
      settle(one) {
        settled.push(one.id)
        return settle(one)
      },
      readCharges: (callIds) => readCharges(open.postgres, callIds),
      giveBack: () => Promise.reject(new Error('Postgres is away')),
    },
    [call],
  )
  await expect(closing).rejects.toThrow('away')
  // Whoever is told that it is closed lets go of its hold.
  expect(settled).toEqual([])
})
