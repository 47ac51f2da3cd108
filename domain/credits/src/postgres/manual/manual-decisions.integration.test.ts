import { oneShard } from '@gatehouse/postgres/shards'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { readAccount } from '@gatehouse/testkit/read-account'
import { type OpenTestDatabase, openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listLots } from '../balance/list-lots.ts'
import { readBalanceAt } from '../balance/read-balance-at.ts'
import { readBalanceHistory } from '../balance/read-balance-history.ts'
import { listTransfers } from '../lists/list-transfers.ts'
import { readLotsLeft } from '../lists/read-lots-left.ts'
import { readDebtAt } from '../../reconciliation/postgres/read-debt-at.ts'
import { prepareBatch } from '../settlement/settle-batch.ts'
import { adjustCredits } from './adjust-credits.ts'
import { listParkedCalls, readParkedState, settleParkedCall, watchParkedCalls } from './parked-calls.ts'

const clock = createSystemClock()
const ids = createIds(clock)
const by = { actor: { kind: 'user', id: 'ada' } } as const

let open: OpenTestDatabase
let companyId: string
beforeAll(async () => {
  open = await openTestDatabase()
})
afterAll(() => open[Symbol.asyncDispose]())
beforeEach(async () => {
  companyId = await addCompany(open.database, 0n)
})

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown as { code: string }).code,
  )
const adjust = (amountMicros: bigint, id = ids.uuid(), reason = 'a reason') =>
  adjustCredits({ ...open, ids }, { id, companyId, amountMicros, reason }, by)
const balance = async () => (await readAccount(open.database, companyId)).balanceMicros
const readAudit = (subject: string) =>
  open.database
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'company_id', 'subject_kind', 'details'])
    .where('subject_id', '=', subject)
    .execute()

async function park(): Promise<string> {
  const id = ids.uuid()
  const usage = { promptTokens: 7, cachedTokens: 0, completionTokens: 9 }
  const end = { kind: 'parked', reason: 'usage_impossible', usage } as const
  const call = {
    id,
    companyId,
    keyId: ids.uuid(),
    alias: 'svc/chat-default',
    operation: 'chat' as const,
    end,
  }
  await prepareBatch(open.postgres, [{ ...call, heldMicros: 5n, durationMs: 1 }])()
  return id
}
const decide = (callId: string, chargedMicros: bigint) =>
  settleParkedCall({ ...open, ids }, { callId, chargedMicros, reason: 'a decision' }, by)

test('credits are added and removed once, each time with an entry', async () => {
  const id = ids.uuid()
  const added = await adjust(5_000_000n, id)
  await adjust(5_000_000n, id)
  expect(await balance()).toBe(5_000_000n)
  const removed = await adjust(-2_000_000n)
  expect(await balance()).toBe(3_000_000n)
  const entry = {
    action: 'credits.adjust',
    actor_id: 'ada',
    company_id: companyId,
    subject_kind: 'credit_transfer',
  }
  expect(await readAudit(added.id)).toEqual([
    { ...entry, details: { credits: '5.000000', reason: 'a reason' } },
  ])
  expect(await readAudit(removed.id)).toMatchObject([{ details: { credits: '-2.000000' } }])
})

test('an adjustment that was made is repeated only with its company, amount and reason', async () => {
  const id = ids.uuid()
  const { id: transferId } = await adjust(100_000_000n, id)
  const fault = {
    kind: 'conflict',
    code: 'credits.adjustment_differs',
    publicMessage:
      'This adjustment has already been made, with 100.000000 credits for the reason “a reason”. Nothing was changed ' +
      'now. Look at the balance, and begin a new adjustment if another one is needed.',
  }
  await expect(adjust(200_000_000n, id)).rejects.toMatchObject(fault)
  await expect(adjust(-100_000_000n, id)).rejects.toMatchObject(fault)
  await expect(adjust(100_000_000n, id, 'another reason')).rejects.toMatchObject(fault)
  expect(await adjust(100_000_000n, id)).toMatchObject({ isNew: false, id: transferId })
  expect(await balance()).toBe(100_000_000n)
  expect(await readAudit(transferId)).toHaveLength(1)
  companyId = await addCompany(open.database, 0n)
  await expect(adjust(100_000_000n, id)).rejects.toMatchObject({
    ...fault,
    publicMessage: 'This adjustment has already been made for another company. Begin a new one.',
  })
  expect(await balance()).toBe(0n)
})

test('a parked call is decided once, and its charge is taken once', async () => {
  await adjust(100n)
  const [first, second] = [await park(), await park()]
  const waiting = async () =>
    (await listParkedCalls(open.database)).filter((call) => call.companyId === companyId).map(({ id }) => id)
  expect(await waiting()).toEqual([first, second])
  const listed = (await listParkedCalls(open.database)).find(({ id }) => id === first)
  expect(listed).toMatchObject({
    reason: 'usage_impossible',
    promptTokens: 7,
    completionTokens: 9,
    operation: 'chat',
  })
  expect(await decide(first, 30n)).toEqual({ companyId })
  expect(await codeOf(decide(first, 30n))).toBe('credits.parked_call_settled')
  expect(await balance()).toBe(70n)
  await decide(second, 0n)
  expect(await balance()).toBe(70n)
  expect(await waiting()).toEqual([])
  expect(await codeOf(decide(ids.uuid(), 1n))).toBe('credits.call_not_parked')
  expect(await readAudit(first)).toMatchObject([
    {
      action: 'call.settle_parked',
      actor_id: 'ada',
      company_id: companyId,
      details: { reason: 'a decision' },
    },
  ])
})

test('the number and the age of the calls that wait are exported', async () => {
  const before = await readParkedState(open.postgres)
  await park()
  const state = await readParkedState(open.postgres)
  expect(state.count).toBe(before.count + 1)
  expect(state.oldestAgeSeconds).toBeGreaterThan(0)
  const metrics = createMetrics('test')
  const watch = watchParkedCalls({ clock, metrics, shards: oneShard(open.postgres) })
  const isExported = async () => /gatehouse_parked_calls(?:\{[^}]*\})? [1-9]/.test(await metrics.metrics())
  await waitUntil(isExported, { withinMs: 30_000, what: 'the gauge is set' })
  await watch.close()
  expect(await metrics.metrics()).toMatch(/gatehouse_parked_calls_oldest_seconds(?:\{[^}]*\})? (?!0\n)\d/)
})

test('movements are listed newest first, in pages and by time, without those of other companies', async () => {
  for (const amount of [100n, -30n, 5n]) await adjust(amount)
  const other = await addCompany(open.database, 9n)
  const amounts = async (page: Parameters<typeof listTransfers>[2]) =>
    (await listTransfers(open.database, companyId, page)).map(({ amount_micros }) => amount_micros)
  expect(await amounts({ limit: 10 })).toEqual([5n, -30n, 100n])
  const [newest] = await listTransfers(open.database, companyId, { limit: 1 })
  expect(await amounts({ limit: 10, beforeId: newest?.id })).toEqual([-30n, 100n])
  const now = new Date(clock.wallMs() + 60_000)
  expect(await amounts({ limit: 10, from: now })).toEqual([])
  expect(await amounts({ limit: 10, to: now })).toHaveLength(3)
  expect(await amounts({ limit: 10, to: new Date(0) })).toEqual([])
  expect(await listTransfers(open.database, other, { limit: 10 })).toHaveLength(1)
})

test('lots are listed in the order in which they are spent, without those that are spent or expired', async () => {
  await adjust(100n)
  await adjust(50n)
  await adjust(-100n)
  const lots = await listLots(open.postgres, companyId)
  expect(lots).toMatchObject([
    { grantedMicros: 50n, remainingMicros: 50n, type: 'ADJUSTMENT', reason: 'a reason' },
  ])
  const { rows } = await open.postgres.query<{ source_key: string }>(
    'select source_key from credit_lots where owner_id = $1',
    [companyId],
  )
  const keys = rows.map(({ source_key }) => source_key)
  const left = () => readLotsLeft(open.database, companyId, keys)
  expect(await left()).toEqual({ remainingMicros: 50n, expiresAt: null, isExpired: false, spentMicros: 100n })
  await open.postgres.query('update credit_lots set expires_at = now() where owner_id = $1', [companyId])
  expect(await left()).toMatchObject({ remainingMicros: 0n, isExpired: true })
  expect(await listLots(open.postgres, companyId)).toEqual([])
  expect(await readLotsLeft(open.database, companyId, [])).toMatchObject({
    remainingMicros: 0n,
    isExpired: true,
  })
})

test('the balance at a moment, and its course', async () => {
  const before = new Date(clock.wallMs() - 60_000)
  await adjust(100n)
  await adjust(-40n)
  const after = new Date(clock.wallMs() + 60_000)
  expect(await readBalanceAt(open.postgres, companyId, before)).toMatchObject({
    balanceMicros: 0n,
    entry: null,
  })
  expect(await readBalanceAt(open.postgres, companyId, after)).toMatchObject({
    balanceMicros: 60n,
    entry: { kind: 'transfer', amountMicros: -40n, balanceAfterMicros: 60n },
  })
  const span = { from: before, to: new Date(clock.wallMs()) }
  const course = await readBalanceHistory(open.postgres, companyId, { ...span, points: 2_000 })
  expect(course[0]?.balanceMicros).toBe(0n)
  expect(course.at(-1)?.balanceMicros).toBe(60n)
  expect(course.length).toBeGreaterThan(2)
  const ends = await readBalanceHistory(open.postgres, companyId, { ...span, points: 2 })
  expect(ends.map(({ balanceMicros }) => balanceMicros)).toEqual([0n, 60n])
})

test('the debt at the beginning of a day leaves out what happened since', async () => {
  const debtAt = (day: string, ownerId = companyId) =>
    open.database.transaction().execute((tx) => readDebtAt(tx, { ownerId, day }))
  expect(await debtAt('2026-01-01', ids.uuid())).toBe(0n)
  await adjust(100n)
  await open.postgres.query('update credit_accounts set balance_micros = -70 where owner_id = $1', [
    companyId,
  ])
  expect(await debtAt('2999-01-01')).toBe(70n)
  // Without the 100 that were added since, the debt was larger.
  expect(await debtAt('2000-01-01')).toBe(170n)
  await open.postgres.query('update credit_accounts set balance_micros = 500 where owner_id = $1', [
    companyId,
  ])
  expect(await debtAt('2000-01-01')).toBe(0n)
})
