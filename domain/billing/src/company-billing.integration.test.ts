import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreditPack, Plan } from './catalog/offers.ts'
import {
  findPurchase,
  findSubscription,
  listInvoices,
  listPurchases,
  readKeyCeilings,
} from './company-billing.ts'

let kit: TestBilling
let pack: CreditPack
let plan: Plan
let company: string
let neighbour: string

beforeAll(async () => {
  kit = await startTestBilling()
  pack = await kit.addPack(100, 25)
  plan = await kit.addPlan({ credits: 500, price: 40, keyRpmLimitMax: 60, keyTpmLimitMax: 9_000 })
  company = await kit.addCompany()
  neighbour = await kit.addCompany()
})
afterAll(() => kit[Symbol.asyncDispose]())

async function buy(companyId: string): Promise<string> {
  const { purchaseId, sessionId } = await kit.buy(companyId, pack.id)
  await kit.sim.pay(sessionId)
  await kit.deliverAll()
  return purchaseId
}

test('invoices and purchases are listed newest first, page by page, for their company only', async () => {
  const { database } = kit.open
  const bought = [await buy(company), await buy(company), await buy(company)].toReversed()
  const other = await buy(neighbour)
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const first = await listPurchases(database, company, { limit: 2 })
  expect(idsOf(first)).toEqual(bought.slice(0, 2))
  const next = await listPurchases(database, company, { limit: 2, beforeId: first.at(-1)?.id })
  expect(idsOf(next)).toEqual(bought.slice(2))
  expect(idsOf(await listPurchases(database, neighbour, { limit: 2 }))).toEqual([other])

  const invoices = await listInvoices(database, company, { limit: 10 })
  expect(invoices.map((invoice) => invoice.purchase_id)).toEqual(bought)
  expect(await listInvoices(database, company, { limit: 1 })).toEqual(invoices.slice(0, 1))
  const older = await listInvoices(database, company, { limit: 10, beforeId: invoices[0]?.id })
  expect(older).toEqual(invoices.slice(1))
  expect(await listInvoices(database, neighbour, { limit: 10 })).toMatchObject([{ purchase_id: other }])

  expect(await findPurchase(database, { companyId: company, purchaseId: bought[0] ?? '' })).toEqual(first[0])
  expect(await findPurchase(database, { companyId: company, purchaseId: other })).toBeUndefined()
})

test('the active subscription is found, otherwise the most recent one, and the plan limits the keys', async () => {
  const { database } = kit.open
  expect(await findSubscription(database, company)).toBeUndefined()
  expect(await readKeyCeilings(database, company)).toEqual({ rpmLimitMax: null, tpmLimitMax: null })
  const first = await kit.subscribe(company, plan.id)
  await kit.deliverAll()
  expect(await readKeyCeilings(database, company)).toEqual({ rpmLimitMax: 60, tpmLimitMax: 9_000 })
  await kit.stripe.subscriptions.cancel(first)
  await kit.deliverAll()
  expect(await findSubscription(database, company)).toMatchObject({ provider_subscription_id: first })
  expect(await readKeyCeilings(database, company)).toEqual({ rpmLimitMax: null, tpmLimitMax: null })
  const second = await kit.subscribe(company, plan.id)
  await kit.deliverAll()
  expect(await findSubscription(database, company)).toMatchObject({ provider_subscription_id: second })
  // As if the older of the two were the active one.
  for (const [id, isActive] of [
    [second, false],
    [first, true],
  ] as const)
    await database
      .updateTable('subscriptions')
      .set({ is_active: isActive })
      .where('provider_subscription_id', '=', id)
      .where('company_id', '=', company)
      .execute()
  expect(await findSubscription(database, company)).toMatchObject({ provider_subscription_id: first })
  expect(await findSubscription(database, neighbour)).toBeUndefined()
})
