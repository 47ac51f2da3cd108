import type { CallEnd } from '@gatehouse/calls/call'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { readAccount } from '@gatehouse/testkit/read-account'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeadCall, closeDeadCalls } from '../close-dead-calls.ts'
import { createSettler } from '../settlement/create-settler.ts'
import { settlementLedger } from './settlement/settle-batch.ts'

let open: OpenTestDatabase
const clock = createSystemClock()
const ids = createIds(clock)

beforeAll(async () => {
  open = await openTestDatabase()
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
    ...settlementLedger(open.postgres),
    giveBack: async () => {},
  })
  const close = (...calls: DeadCall[]) => closeDeadCalls(settler.settle, calls)
  const dead = (): DeadCall => {
    const named = { callId: ids.uuid(), companyId, keyId: ids.uuid(), alias: 'svc/chat-default' }
    return { ...named, operation: 'chat', estimateMicros: 500n }
  }
  const charge = ({ callId, companyId: id, keyId, alias, operation }: DeadCall) => {
    const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1 }
    const end: CallEnd = { kind: 'succeeded', usage, priceVersion: 1n, chargedMicros: 300n }
    const call = { id: callId, companyId: id, keyId, alias, operation, end, heldMicros: 500n, durationMs: 1 }
    return settler.settle(call)
  }
  const balance = async () => (await readAccount(open.postgres, companyId)).balanceMicros
  return { close, dead, charge, balance }
}

async function recorded({ callId }: DeadCall) {
  const { rows } = await open.postgres.query('select status, reason from calls where id = $1', [callId])
  return rows
}

test('a call whose process died is recorded as failed, without a charge', async () => {
  const { close, dead, balance } = setUp()
  const call = dead()
  expect(await close(call)).toBe(1)
  expect(await recorded(call)).toEqual([{ status: 'FAILED', reason: 'process_died' }])
  expect(await balance()).toBe(0n)
})

test('a call that is already charged keeps its charge and its record', async () => {
  const { close, dead, charge, balance } = setUp()
  const call = dead()
  await charge(call)
  expect(await close(call)).toBe(0)
  expect(await balance()).toBe(-300n)
})
