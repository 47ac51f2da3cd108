// How top-ups end without a payment, and what stops the automatic top-up of a company besides a declined card.
import { readEvents, seedEndpoint } from '@gatehouse/outgoing-events/testing/seed-events'
import {
  type TestBilling,
  startTestBilling,
  testBy,
  testIds,
} from '@gatehouse/testkit/vitest/start-test-billing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { archiveCreditPack } from '../catalog/manage-offers.ts'
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
  await set()
})

const set = (packId = pack.id) =>
  setTopUp(
    kit.billing.checkout,
    { companyId: company, thresholdMicros: 60_000_000n, packId, toMonthlyMaxMinor: () => 50_000n },
    testBy,
  )
const spendTo = (micros: bigint) =>
  kit.open.postgres.query(
    `select * from post_transfer($1, $2, 'COMPANY', 'ADJUSTMENT', 'ADJUSTMENT',
       $3::bigint - (select balance_micros from credit_accounts where owner_id = $2), $4, null, null, 'test')`,
    [testIds.uuid(), company, micros, `adjustment:${testIds.uuid()}`],
  )
const start = () => startTopUps(kit.billing.events)
const pay = async () => {
  await kit.open.postgres.query('update top_ups set next_attempt_at = now()')
  await payTopUps(kit.billing.events)
}
const run = async () => {
  await start()
  await pay()
  await kit.deliverAll()
}
const stoppedReason = async () =>
  (await findTopUpSettings(kit.open.database, company))?.stoppedReason ?? 'not stopped'
const topUps = () =>
  kit.open.database
    .selectFrom('top_ups')
    .select(['id', 'status', 'failure'])
    .where('company_id', '=', company)
    .orderBy('id')
    .execute()
const audited = async () =>
  (
    await kit.open.database
      .selectFrom('audit_log')
      .select('action')
      .where('company_id', '=', company)
      .where('actor_kind', '=', 'service')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)
const notices = async () =>
  (
    await kit.open.database
      .selectFrom('billing_notices')
      .select('kind')
      .where('company_id', '=', company)
      .orderBy('kind')
      .execute()
  ).map(({ kind }) => kind)
const makeOlder = (interval: string) =>
  kit.open.database
    .updateTable('top_ups')
    .set({ created_at: sql<Date>`now() - ${interval}::interval` })
    .where('company_id', '=', company)
    .execute()
const isCreation = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/v1/invoices'

async function customer(): Promise<string> {
  const row = await kit.open.database
    .selectFrom('provider_customers')
    .select('provider_customer_id')
    .where('company_id', '=', company)
    .executeTakeFirstOrThrow()
  return row.provider_customer_id
}

async function lastCharge(): Promise<string> {
  const { data } = await kit.stripe.charges.list({ customer: await customer(), limit: 1 })
  return data[0]?.id ?? ''
}

test.each(['refund', 'partial refund', 'dispute', 'dispute of spent credits'] as const)(
  'a %s of a top-up stops the automatic top-up instead of charging the card again',
  async (kind) => {
    const deps = { postgres: kit.open.postgres, ids: testIds }
    await seedEndpoint(deps, { companyId: company, eventTypes: ['top_up.stopped'] })
    await spendTo(40_000_000n)
    await run()
    expect(await kit.balance(company)).toBe('140.000000')
    if (kind === 'dispute of spent credits') await spendTo(0n)
    const charge = await lastCharge()
    if (kind === 'refund') await kit.stripe.refunds.create({ charge })
    else if (kind === 'partial refund') await kit.stripe.refunds.create({ charge, amount: 2_200 })
    else await kit.sim.openDispute(charge)
    await kit.deliverAll()
    for (let time = 0; time < 3; time += 1) await run()
    expect(await topUps()).toMatchObject([{ status: 'COMPLETED' }])
    expect(await stoppedReason()).toBe('a payment was refunded or disputed')
    expect((await notices()).filter((notice) => notice === 'top_up.stopped')).toHaveLength(1)
    expect((await readEvents(kit.open.postgres, company)).map(({ type }) => type)).toEqual(['top_up.stopped'])
    expect(await audited()).toEqual(['top_up.start', 'top_up.stop'])
    expect(await kit.drift()).toEqual([])
    await set()
    expect(await stoppedReason()).toBe('not stopped')
  },
)

test('a refund of a pack that was bought by hand also stops it', async () => {
  await kit.stripe.refunds.create({ charge: await lastCharge() })
  await kit.deliverAll()
  await run()
  expect(await topUps()).toEqual([])
  expect(await stoppedReason()).toBe('a payment was refunded or disputed')
})

test('an archived pack is not bought, and the company is informed before its balance is low', async () => {
  const retired = await kit.addPack(100, 30)
  await set(retired.id)
  await archiveCreditPack(kit.billing.checkout, retired.id, testBy)
  await run()
  expect(await stoppedReason()).toBe('its pack is no longer on sale')
  await spendTo(0n)
  await run()
  expect(await topUps()).toEqual([])
  expect(await notices()).toEqual(['top_up.stopped'])
})

test.each([
  ['turned off', 'the automatic top-up was turned off'],
  ['suspended', 'the company is suspended'],
  ['stopped', 'the automatic top-up was stopped'],
] as const)('a pending top-up is cancelled, and its invoice voided, once it is %s', async (how, reason) => {
  await spendTo(0n)
  await start()
  // The first attempt leaves an open invoice behind.
  kit.sim.planApi({ fault: { kind: 'refuse', message: 'no' }, when: ({ path }) => path.endsWith('/pay') })
  await pay()
  expect(await topUps()).toMatchObject([{ status: 'PENDING' }])
  if (how === 'turned off') await turnOffTopUp(kit.billing.checkout, company, testBy)
  else if (how === 'suspended')
    await kit.open.postgres.query(
      `update companies set suspended_at = now(), suspension_reason = 'test' where id = $1`,
      [company],
    )
  else await kit.stripe.refunds.create({ charge: await lastCharge() })
  await kit.deliverAll()
  await pay()
  await kit.deliverAll()
  expect(await topUps()).toMatchObject([{ status: 'FAILED', failure: reason }])
  const { data } = await kit.stripe.invoices.list({ customer: await customer(), limit: 1 })
  expect(data[0]?.status).toBe('void')
  expect(await notices()).not.toContain('top_up.failed')
  expect(await audited()).toContain('top_up.end_unpaid')
})

test('a top-up that was paid although its response was lost is completed, also once it is turned off', async () => {
  await spendTo(0n)
  await start()
  // The SDK repeats the request twice.
  kit.sim.planApi({ fault: { kind: 'reset_after' }, times: 3, when: ({ path }) => path.endsWith('/pay') })
  await pay()
  await turnOffTopUp(kit.billing.checkout, company, testBy)
  await pay()
  expect(await topUps()).toMatchObject([{ status: 'COMPLETED' }])
  expect(await kit.balance(company)).toBe('100.000000')
})

test('a refusal other than a declined card ends the top-up after some minutes, and is reported', async () => {
  const message = 'You cannot combine currencies on a single customer.'
  kit.sim.planApi({ fault: { kind: 'refuse', message }, times: 2, when: isCreation })
  await spendTo(0n)
  await run()
  expect(await topUps()).toMatchObject([{ status: 'PENDING' }])
  await makeOlder('11 minutes')
  await run()
  const failure = `The payment provider refused: ${message}`
  expect(await topUps()).toMatchObject([{ status: 'FAILED', failure }])
  expect(await stoppedReason()).toBe(failure)
  expect(await notices()).toEqual(['top_up.failed'])
})

test('a top-up that could not be paid for a day is given up without another payment', async () => {
  kit.sim.planApi({ fault: { kind: 'rate_limit' }, times: 3, when: isCreation })
  await spendTo(0n)
  await run()
  await makeOlder('25 hours')
  await run()
  expect(await topUps()).toMatchObject([
    { status: 'FAILED', failure: 'the payment could not be made within a day' },
  ])
  expect(await kit.balance(company)).toBe('0.000000')
})

test('invoices from before the top-up are not listed', async () => {
  await spendTo(0n)
  await run()
  const lists = kit.sim.apiRequests.filter(({ method, path }) => method === 'GET' && path === '/v1/invoices')
  const from = new URLSearchParams(lists.at(-1)?.body).get('created[gte]')
  expect(Date.now() / 1_000 - Number(from)).toBeGreaterThan(86_399)
  expect(Date.now() / 1_000 - Number(from)).toBeLessThan(86_400 + 600)
})
