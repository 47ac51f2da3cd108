// A top-up that was paid after the moment to which the database was restored: only the provider knows of it.
import {
  type TestBilling,
  startTestBilling,
  testBy,
  testIds,
} from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreditPack } from '../catalog/offers.ts'
import { payTopUps } from './pay-top-ups.ts'
import { startTopUps } from './start-top-ups.ts'
import { findTopUpSettings, setTopUp } from './top-up-settings.ts'

let kit: TestBilling
let pack: CreditPack
let company: string

beforeAll(async () => {
  kit = await startTestBilling()
  pack = await kit.addPack(100, 25)
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  company = await kit.addCompany()
  await kit.sim.pay((await kit.buy(company, pack.id)).sessionId)
  await kit.deliverAll()
  const topUp = { companyId: company, thresholdMicros: 60_000_000n, packId: pack.id }
  await setTopUp(kit.billing.checkout, { ...topUp, toMonthlyMaxMinor: () => 10_000n }, testBy)
  await kit.open.postgres.query(
    `select * from post_transfer($1, $2, 'COMPANY', 'ADJUSTMENT', 'ADJUSTMENT', -90000000, $3, null, null, 'test')`,
    [testIds.uuid(), company, `adjustment:${testIds.uuid()}`],
  )
})

async function buyPacksThatAreDue(): Promise<void> {
  await startTopUps(kit.billing.events)
  await kit.open.postgres.query('update top_ups set next_attempt_at = now()')
  await payTopUps(kit.billing.events)
}

async function sweep(): Promise<void> {
  await kit.billing.sweep()
  await kit.billing.inbox.retryDue(1_000)
}

/** Deletes what the company's top-ups wrote, as a restore to the moment before them does. Returns the purchase of one. */
async function restoreToBeforeTopUps(): Promise<string> {
  const { rows } = await kit.open.postgres.query<{ id: string }>(
    'select id from top_ups where company_id = $1',
    [company],
  )
  const id = rows[0]?.id ?? ''
  await kit.open.postgres.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('delete from invoices where purchase_id = $1', [id])
    await tx.query('delete from top_ups where id = $1', [id])
    await tx.query('delete from paid_grants where purchase_id = $1', [id])
    await tx.query('delete from credit_lots where source_key = $1', [`pack:${id}`])
    await tx.query('delete from credit_transfers where business_key = $1', [`pack:${id}`])
    await tx.query('delete from credit_pack_purchases where id = $1', [id])
    await tx.query('update credit_accounts set balance_micros = 10000000 where owner_id = $1', [company])
    await tx.query(`delete from provider_events where type like 'invoice.%'`)
  })
  return id
}

const topUps = () =>
  kit.open.database.selectFrom('top_ups').select(['id', 'status']).where('company_id', '=', company).execute()
const paidInvoices = () =>
  [...kit.sim.account.invoices.values()].filter(
    ({ status, metadata }) => status === 'paid' && metadata?.['company_id'] === company,
  )

test('the sweep credits a lost top-up from the provider’s record, and the card is not charged again', async () => {
  await buyPacksThatAreDue()
  expect(await kit.balance(company)).toBe('110.000000')
  const id = await restoreToBeforeTopUps()
  await sweep()
  expect(await kit.balance(company)).toBe('110.000000')
  expect(await topUps()).toEqual([{ id, status: 'COMPLETED' }])
  expect(await findTopUpSettings(kit.open.database, company)).toMatchObject({ boughtThisMonthMinor: 2_500n })
  await buyPacksThatAreDue()
  expect(paidInvoices()).toHaveLength(2)
  await kit.deliverAll()
  expect(await kit.balance(company)).toBe('110.000000')
  expect(await kit.drift()).toEqual([])
})

test('a refund of a restored top-up takes its credits back', async () => {
  await buyPacksThatAreDue()
  const id = await restoreToBeforeTopUps()
  await sweep()
  expect(await kit.balance(company)).toBe('110.000000')
  const { charge } = paidInvoices().find(({ metadata }) => metadata?.['purchase_id'] === id) ?? {}
  await kit.stripe.refunds.create({ charge: typeof charge === 'string' ? charge : '' })
  await kit.deliverAll()
  expect(await kit.balance(company)).toBe('10.000000')
  expect(await kit.drift()).toEqual([])
})

test('a top-up that began meanwhile does not keep a lost one from being restored', async () => {
  await buyPacksThatAreDue()
  const id = await restoreToBeforeTopUps()
  await startTopUps(kit.billing.events)
  await sweep()
  expect(await topUps()).toContainEqual({ id, status: 'COMPLETED' })
  expect(await kit.balance(company)).toBe('110.000000')
})
