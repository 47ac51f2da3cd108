import {
  type TestBilling,
  startTestBilling,
  testBy,
  testIds,
} from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startPackCheckout } from '../checkout/start-checkout.ts'
import { listPlansOnSale } from './list-offers.ts'
import { createPlan } from './manage-offers.ts'
import { createCreditPack, syncPlanPricing } from './offer-pricing.ts'

let kit: TestBilling

beforeAll(async () => {
  kit = await startTestBilling()
})
afterAll(() => kit[Symbol.asyncDispose]())
afterEach(() => kit.sim.clearPlans())

let offers = 0
const anOffer = () => {
  offers += 1
  return { name: `Offer ${offers}`, credits: 100, price: 25, currency: 'EUR', sortOrder: 3 }
}
const create = (offer: ReturnType<typeof anOffer>) => createCreditPack(kit.billing.checkout, offer, testBy)
const productsNamed = async (name: string) =>
  (await kit.stripe.products.list({ limit: 100 })).data.filter((product) => product.name === name)
const pricesOf = async (product: string) => (await kit.stripe.prices.list({ product, limit: 100 })).data

test('a pack gets a product and a one-time price, whose ids are stored', async () => {
  const offer = anOffer()
  const pack = await create(offer)
  expect(pack).toMatchObject({
    creditsMicros: 100_000_000n,
    priceMinor: 2_500n,
    currency: 'eur',
    sortOrder: 3,
  })
  const [product] = await productsNamed(offer.name)
  expect(product?.id).toBe(pack.providerProductId)
  expect(await pricesOf(pack.providerProductId ?? '')).toMatchObject([
    { id: pack.providerPriceId, type: 'one_time', unit_amount: 2_500, currency: 'eur' },
  ])
})

test('ten concurrent requests create one pack, one product and one price', async () => {
  const offer = anOffer()
  const packs = await Promise.all(Array.from({ length: 10 }, () => create(offer)))
  expect(new Set(packs.map(({ id }) => id)).size).toBe(1)
  expect(new Set(packs.map(({ providerPriceId }) => providerPriceId)).size).toBe(1)
  const products = await productsNamed(offer.name)
  expect(products).toHaveLength(1)
  expect(await pricesOf(products[0]?.id ?? '')).toHaveLength(1)
  const entries = await kit.open.database
    .selectFrom('audit_log')
    .select('id')
    .where('subject_id', '=', packs[0]?.id ?? '')
    .execute()
  expect(entries).toHaveLength(1)
})

test.each(['/v1/products', '/v1/prices'])(
  'after an interruption at %s, a retry completes the pack',
  async (path) => {
    const offer = anOffer()
    const isIt = (request: { path: string; method: string }) =>
      request.path === path && request.method === 'POST'
    // More failures than the SDK retries.
    kit.sim.planApi({ fault: { kind: 'reset_after' }, times: 3, when: isIt })
    await expect(create(offer)).rejects.toMatchObject({ kind: 'unavailable' })
    const after = await create(offer)
    expect(after.providerPriceId).not.toBeNull()
    const products = await productsNamed(offer.name)
    expect(products).toHaveLength(1)
    expect(await pricesOf(products[0]?.id ?? '')).toHaveLength(1)
  },
)

test('a retry works even a day later, when the idempotency keys of the first attempt have expired', async () => {
  const offer = anOffer()
  const pack = await create(offer)
  await kit.open.database
    .updateTable('credit_packs')
    .set({ provider_price_id: null, provider_product_id: null })
    .where('id', '=', pack.id)
    .execute()
  await kit.sim.advanceBy(90_000)
  expect(await create(offer)).toEqual(pack)
  expect(await pricesOf(pack.providerProductId ?? '')).toHaveLength(1)
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ credits: 0 }, 'credits'],
  [{ credits: 0.0000001 }, 'credits'],
  [{ price: -1 }, 'price'],
  [{ price: 1.005 }, 'price'],
  [{ currency: 'euro' }, 'currency'],
  [{ sortOrder: 1.5 }, 'sortOrder'],
])('an invalid offer is rejected: %j', async (changes, named) => {
  await expect(create({ ...anOffer(), ...changes })).rejects.toMatchObject({
    kind: 'invalid',
    publicMessage: expect.stringContaining(named) as string,
  })
})

const aPlan = (changes: object = {}) =>
  createPlan(
    kit.billing.checkout,
    { ...anOffer(), billingMode: 'PREPAID', interval: 'MONTH', trialDays: 0, trialCredits: 0, ...changes },
    testBy,
  )

test('a prepaid plan with trial days needs credits for the trial, in which its calls would be refused', async () => {
  const fault = {
    kind: 'invalid',
    publicMessage:
      'trialCredits must be greater than zero, because a trial without credits can pay for no call.',
    input: 'trialCredits',
  }
  await expect(aPlan({ trialDays: 14 })).rejects.toMatchObject(fault)
  expect(await aPlan({ trialDays: 14, trialCredits: 5 })).toMatchObject({ trialCreditsMicros: 5_000_000n })
  expect(await aPlan({ trialDays: 14, billingMode: 'POSTPAID' })).toMatchObject({ trialDays: 14 })
})

test('a plan is on sale once it has its price at the provider; a postpaid plan needs none', async () => {
  const [prepaid, postpaid] = [await aPlan(), await aPlan({ billingMode: 'POSTPAID' })]
  const areOnSale = async () => {
    const plans = await listPlansOnSale(kit.open.database)
    return [prepaid, postpaid].map(({ id }) => plans.some((plan) => plan.id === id))
  }
  expect(await areOnSale()).toEqual([false, true])
  await syncPlanPricing(kit.billing.checkout, testBy)
  expect(await areOnSale()).toEqual([true, true])
})

test('only active prepaid plans without a price are priced, and all plans are returned', async () => {
  const [wanted, postpaid, inactive] = [
    await aPlan(),
    await aPlan({ billingMode: 'POSTPAID' }),
    await aPlan({ interval: 'YEAR' }),
  ]
  await kit.open.database
    .updateTable('plans')
    .set({ is_active: false })
    .where('id', '=', inactive.id)
    .execute()
  const first = await syncPlanPricing(kit.billing.checkout, testBy)
  const priceOf = (id: string) => first.find((plan) => plan.id === id)?.providerPriceId
  expect(priceOf(wanted.id)).toMatch(/^price_/)
  expect([priceOf(postpaid.id), priceOf(inactive.id)]).toEqual([null, null])
  const requests = kit.sim.apiRequests.length
  expect(await syncPlanPricing(kit.billing.checkout, testBy)).toEqual(first)
  expect(kit.sim.apiRequests).toHaveLength(requests)
})

test('an interrupted run is completed by the next one without duplicates', async () => {
  const plans = [await aPlan(), await aPlan(), await aPlan()]
  let prices = 0
  kit.sim.planApi({
    fault: { kind: 'rate_limit' },
    times: 3,
    when: ({ path, method }) => {
      if (path === '/v1/prices' && method === 'POST') prices += 1
      return path === '/v1/prices' && method === 'POST' && prices > 1
    },
  })
  await expect(syncPlanPricing(kit.billing.checkout, testBy)).rejects.toMatchObject({ kind: 'unavailable' })
  const halfWay = await kit.open.database
    .selectFrom('plans')
    .select('provider_price_id')
    .where(
      'id',
      'in',
      plans.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  expect(halfWay.map(({ provider_price_id: id }) => id !== null)).toEqual([true, false, false])
  kit.sim.clearPlans()
  const synced = await syncPlanPricing(kit.billing.checkout, testBy)
  for (const { id, name } of plans) {
    expect(synced.find((plan) => plan.id === id)?.providerPriceId).toMatch(/^price_/)
    const products = await productsNamed(name)
    expect(products).toHaveLength(1)
    expect(await pricesOf(products[0]?.id ?? '')).toHaveLength(1)
  }
})

test('a checkout with a price unknown to the provider fails with the provider’s message', async () => {
  const pack = await create(anOffer())
  await kit.open.database
    .updateTable('credit_packs')
    .set({ provider_price_id: 'price_of_another_mode' })
    .where('id', '=', pack.id)
    .execute()
  const companyId = await kit.addCompany()
  const started = startPackCheckout(kit.billing.checkout, pack.id, { companyId, userId: null })
  await expect(started).rejects.toMatchObject({
    publicMessage: "The payment provider refused: No such price: 'price_of_another_mode'",
  })
  const purchases = await kit.open.database
    .selectFrom('credit_pack_purchases')
    .select('status')
    .where('company_id', '=', companyId)
    .execute()
  expect(purchases).toEqual([{ status: 'FAILED' }])
})

test('concurrent checkouts of one company share one customer', async () => {
  const pack = await create(anOffer())
  const companyId = await kit.addCompany()
  await Promise.all(
    Array.from({ length: 5 }, () =>
      startPackCheckout(kit.billing.checkout, pack.id, { companyId, userId: null }),
    ),
  )
  const customers = await kit.open.database
    .selectFrom('provider_customers')
    .selectAll()
    .where('company_id', '=', companyId)
    .execute()
  expect(customers).toHaveLength(1)
  await expect(
    startPackCheckout(kit.billing.checkout, testIds.uuid(), { companyId, userId: null }),
  ).rejects.toMatchObject({ kind: 'not_found' })
})
