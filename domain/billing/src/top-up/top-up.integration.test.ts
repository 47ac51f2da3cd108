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
import { findTopUpSettings, setTopUp, turnOffTopUp } from './top-up-settings.ts'

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
  const { sessionId } = await kit.buy(company, pack.id)
  await kit.sim.pay(sessionId)
  await kit.deliverAll()
})

const set = (maximum = 5_000n, threshold = 60_000_000n) =>
  setTopUp(
    kit.billing.checkout,
    { companyId: company, thresholdMicros: threshold, packId: pack.id, toMonthlyMaxMinor: () => maximum },
    testBy,
  )
const spendTo = (micros: bigint) =>
  kit.open.postgres.query(
    `select * from post_transfer($1, $2, 'COMPANY', 'ADJUSTMENT', 'ADJUSTMENT',
       $3::bigint - (select balance_micros from credit_accounts where owner_id = $2), $4, null, null, 'test')`,
    [testIds.uuid(), company, micros, `adjustment:${testIds.uuid()}`],
  )
const settings = () => findTopUpSettings(kit.open.database, company)
const run = async () => {
  await startTopUps(kit.billing.events)
  await kit.open.postgres.query('update top_ups set next_attempt_at = now()')
  await payTopUps(kit.billing.events)
}
const topUps = () =>
  kit.open.database
    .selectFrom('top_ups')
    .select(['id', 'status', 'failure'])
    .where('company_id', '=', company)
    .orderBy('id')
    .execute()
const invoices = () =>
  kit.open.database
    .selectFrom('invoices')
    .select(['status', 'number', 'invoice_pdf_url', 'purchase_id'])
    .where('company_id', '=', company)
    .orderBy('id')
    .execute()
const notices = () =>
  kit.open.database.selectFrom('billing_notices').select('kind').where('company_id', '=', company).execute()

test('a pack is bought once for a crossing, by several processes, with an invoice, and credited once', async () => {
  await set()
  await run()
  expect(await topUps()).toEqual([])
  await spendTo(59_000_000n)
  await Promise.all([run(), run(), run()])
  await kit.deliverAll()
  await run()
  expect(await topUps()).toMatchObject([{ status: 'COMPLETED' }])
  expect(await kit.balance(company)).toBe('159.000000')
  const [, invoice] = await invoices()
  expect(invoice).toMatchObject({ status: 'PAID', purchase_id: (await topUps())[0]?.id })
  expect(invoice?.number).not.toBeNull()
  expect(invoice?.invoice_pdf_url).not.toBeNull()
  expect(await settings()).toMatchObject({ boughtThisMonthMinor: 2_500n, isPending: false, stoppedAt: null })
  expect(await kit.drift()).toEqual([])
})

test('a top-up that a discount made cheaper is credited as offered, and flagged', async () => {
  await set()
  await spendTo(59_000_000n)
  const { provider_customer_id: customer } = await kit.open.database
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
  kit.sim.setDiscount(customer, 20)
  await run()
  await kit.deliverAll()
  expect(await kit.balance(company)).toBe('159.000000')
  const purchases = await kit.open.database
    .selectFrom('credit_pack_purchases')
    .select(['paid_minor', 'mismatch'])
    .where('company_id', '=', company)
    .orderBy('id')
    .execute()
  expect(purchases).toEqual([
    { paid_minor: 2_500n, mismatch: null },
    { paid_minor: 2_000n, mismatch: 'offered 2500 eur, paid 2000 eur' },
  ])
  expect(await kit.drift()).toEqual([])
})

test.each([
  ['creation', '/v1/invoices', 'reset_after'],
  ['creation', '/v1/invoices', 'server_error'],
  ['line', '/v1/invoiceitems', 'server_error'],
  ['payment', '/pay', 'reset_after'],
  ['payment', '/pay', 'server_error'],
] as const)(
  'a fault during the %s (%s, %s) neither doubles nor loses a top-up',
  async (_step, path, kind) => {
    await set()
    await spendTo(0n)
    kit.sim.planApi({
      fault: { kind },
      times: 3,
      when: (request) => request.method === 'POST' && request.path.endsWith(path),
    })
    for (let time = 0; time < 4; time += 1) await run()
    await kit.deliverAll()
    expect(await topUps()).toMatchObject([{ status: 'COMPLETED' }])
    expect(await kit.balance(company)).toBe('100.000000')
  },
)

test('a declined card stops the automatic top-up, which is reported once, and setting it again resumes it', async () => {
  await set()
  await spendTo(0n)
  const { provider_customer_id: customer } = await kit.open.database
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
  kit.sim.setPaymentBehaviour(customer, 'declines')
  await run()
  await kit.deliverAll()
  await run()
  expect(await topUps()).toMatchObject([{ status: 'FAILED', failure: 'Your card was declined.' }])
  expect(await settings()).toMatchObject({ stoppedReason: 'Your card was declined.', isPending: false })
  expect(await notices()).toEqual([{ kind: 'top_up.failed' }])
  expect((await invoices()).map(({ status }) => status)).toEqual(['PAID', 'VOID'])
  kit.sim.setPaymentBehaviour(customer, 'succeeds')
  await set()
  await run()
  expect(await kit.balance(company)).toBe('100.000000')
})

test('the monthly maximum is not exceeded, and this is reported once', async () => {
  await set(5_000n)
  for (let time = 0; time < 4; time += 1) {
    await spendTo(BigInt(10 - time))
    await run()
  }
  expect(await topUps()).toHaveLength(2)
  expect(await settings()).toMatchObject({ boughtThisMonthMinor: 5_000n, stoppedAt: null })
  expect(await notices()).toEqual([{ kind: 'top_up.maximum_reached' }])
})

test('settings are checked, and an automatic top-up that is off buys nothing', async () => {
  await expect(set(2_499n)).rejects.toMatchObject({ code: 'top_up.maximum' })
  await expect(set(5_000n, 100_000_001n)).rejects.toMatchObject({ code: 'top_up.threshold' })
  await set()
  await turnOffTopUp(kit.billing.checkout, company, testBy)
  await spendTo(0n)
  await run()
  expect(await topUps()).toEqual([])
  await expect(turnOffTopUp(kit.billing.checkout, company, testBy)).rejects.toMatchObject({
    code: 'top_up.off',
  })
  company = await kit.addCompany()
  await expect(set()).rejects.toMatchObject({ code: 'top_up.no_card' })
  company = await kit.addCompany('POSTPAID')
  await expect(set()).rejects.toMatchObject({ code: 'top_up.not_prepaid' })
})
