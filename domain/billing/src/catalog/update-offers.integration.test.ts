import { type TestBilling, startTestBilling, testBy } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPlan } from './manage-offers.ts'
import { createCreditPack, syncPlanPricing } from './offer-pricing.ts'
import { listPacks, listPacksOnSale } from './list-offers.ts'
import { sendOfferNames } from './send-offer-names.ts'
import { updateCreditPack, updatePlan } from './update-offers.ts'

let kit: TestBilling

beforeAll(async () => {
  kit = await startTestBilling()
})
afterAll(() => kit[Symbol.asyncDispose]())

let offers = 0
const anOffer = () => {
  offers += 1
  return { name: `Offer ${offers}`, credits: 100, price: 25.5, currency: 'EUR', sortOrder: 3 }
}
const aPack = (changes: object = {}) =>
  createCreditPack(kit.billing.checkout, { ...anOffer(), ...changes }, testBy)
const aPlan = (changes: object = {}) =>
  createPlan(
    kit.billing.checkout,
    { ...anOffer(), billingMode: 'PREPAID', interval: 'MONTH', trialDays: 7, trialCredits: 5, ...changes },
    testBy,
  )
const aPricedPlan = async () => {
  const { id } = await aPlan()
  const plans = await syncPlanPricing(kit.billing.checkout, testBy)
  return plans.find((plan) => plan.id === id) ?? expect.fail('the plan is missing')
}
const nameAtProvider = ({ providerProductId }: { providerProductId: string | null }) =>
  kit.sim.account.products.get(providerProductId ?? '')?.name
const entriesOf = (subjectId: string) =>
  kit.open.database
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('subject_id', '=', subjectId)
    .where('action', 'like', '%.update')
    .execute()

test('what is not a term of a plan changes, and the audit log has the difference', async () => {
  const plan = await aPlan()
  const changed = await updatePlan(
    kit.billing.checkout,
    { planId: plan.id, name: ' Team ', sortOrder: 9, active: false, trialDays: 14, keyRpmLimitMax: 600 },
    testBy,
  )
  const after = { name: 'Team', sortOrder: 9, isActive: false, trialDays: 14, keyRpmLimitMax: 600 }
  expect(changed).toEqual({ ...plan, ...after, updatedAt: changed.updatedAt })
  expect(await entriesOf(plan.id)).toMatchObject([
    { action: 'plan.update', details: { before: { name: plan.name, keyRpmLimitMax: null }, after } },
  ])
  const cleared = await updatePlan(
    kit.billing.checkout,
    { planId: plan.id, keyRpmLimitMax: null, name: null },
    testBy,
  )
  expect(cleared).toMatchObject({ name: 'Team', keyRpmLimitMax: null })
})

test('a prepaid plan without trial credits gets no trial days, but keeps those that it has', async () => {
  const plan = await aPlan({ trialDays: 0, trialCredits: 0 })
  const setDays = (trialDays: number) =>
    updatePlan(kit.billing.checkout, { planId: plan.id, trialDays, name: `${trialDays} days` }, testBy)
  await expect(setDays(14)).rejects.toMatchObject({
    publicMessage:
      'trialDays must stay 0, because the plan has no credits for a trial. Create a new plan with trialCredits.',
    input: 'trialDays',
  })
  await kit.open.database.updateTable('plans').set({ trial_days: 30 }).where('id', '=', plan.id).execute()
  expect(await setDays(30)).toMatchObject({ name: '30 days', trialDays: 30 })
  expect(await setDays(0)).toMatchObject({ trialDays: 0 })
})

test('sending back the terms of an offer changes nothing and leaves no audit entry', async () => {
  const [plan, pack] = [await aPlan(), await aPack()]
  const terms = { credits: 100, price: 25.5, currency: ' Eur ' }
  const planTerms = { ...terms, trialCredits: 5, billingMode: 'PREPAID', interval: 'MONTH' } as const
  await updatePlan(kit.billing.checkout, { planId: plan.id, ...planTerms }, testBy)
  await updateCreditPack(kit.billing.checkout, { packId: pack.id, ...terms }, testBy)
  expect([await entriesOf(plan.id), await entriesOf(pack.id)]).toEqual([[], []])
})

test.each([
  ['credits', { credits: 101 }],
  ['price', { price: 25.51 }],
  ['currency', { currency: 'usd' }],
  ['trialCredits', { trialCredits: 0 }],
  ['billingMode', { billingMode: 'POSTPAID' }],
  ['interval', { interval: 'YEAR' }],
] as const)('another %s of a plan is refused, with the advice to create a plan', async (input, changes) => {
  const plan = await aPlan()
  const update = updatePlan(kit.billing.checkout, { planId: plan.id, name: 'Other', ...changes }, testBy)
  await expect(update).rejects.toMatchObject({
    kind: 'conflict',
    code: 'billing.terms_fixed',
    input,
    publicMessage: expect.stringContaining('Create a new plan') as string,
  })
  expect(await entriesOf(plan.id)).toEqual([])
})

test.each([{ credits: 99 }, { price: 1 }, { currency: 'usd' }])(
  'other terms of a pack are refused: %j',
  async (changes) => {
    const pack = await aPack()
    await expect(
      updateCreditPack(kit.billing.checkout, { packId: pack.id, ...changes }, testBy),
    ).rejects.toMatchObject({ kind: 'conflict', input: Object.keys(changes)[0] })
  },
)

test('a pack leaves the price list and returns to it, unless another pack has taken its name and terms', async () => {
  const pack = await aPack()
  const set = (packId: string, changes: object) =>
    updateCreditPack(kit.billing.checkout, { packId, ...changes }, testBy)
  const isOnSale = async () => (await listPacksOnSale(kit.open.database)).some(({ id }) => id === pack.id)
  expect(await set(pack.id, { active: false })).toMatchObject({ status: 'ARCHIVED' })
  expect(await isOnSale()).toBe(false)
  expect(await listPacks(kit.open.database)).toContainEqual({ ...pack, status: 'ARCHIVED' })
  const twin = await aPack({ name: pack.name })
  await expect(set(pack.id, { active: true })).rejects.toMatchObject({
    kind: 'conflict',
    code: 'billing.pack_exists',
  })
  await set(twin.id, { name: `${pack.name} (2)` })
  expect(await set(pack.id, { active: true, sortOrder: 8 })).toMatchObject({ status: 'ACTIVE', sortOrder: 8 })
  expect(await isOnSale()).toBe(true)
})

test.each([
  ['name', { name: ' ' }],
  ['sortOrder', { sortOrder: 0.5 }],
  ['trialDays', { trialDays: 731 }],
  ['keyTpmLimitMax', { keyTpmLimitMax: 0 }],
])('an invalid %s is refused', async (input, changes) => {
  const plan = await aPlan()
  await expect(
    updatePlan(kit.billing.checkout, { planId: plan.id, ...changes }, testBy),
  ).rejects.toMatchObject({ kind: 'invalid', input })
})

test('the payment provider receives the new names of plans and packs, once', async () => {
  const [plan, pack] = [await aPricedPlan(), await aPack()]
  // Sends what other tests have renamed.
  await sendOfferNames(kit.billing.checkout)
  expect(await sendOfferNames(kit.billing.checkout)).toBe(0)
  await updatePlan(kit.billing.checkout, { planId: plan.id, name: 'Renamed plan' }, testBy)
  await updateCreditPack(kit.billing.checkout, { packId: pack.id, name: 'Renamed pack' }, testBy)
  kit.sim.planApi({ fault: { kind: 'rate_limit' } })
  expect(await sendOfferNames(kit.billing.checkout)).toBe(1)
  expect(await sendOfferNames(kit.billing.checkout)).toBe(1)
  expect(await sendOfferNames(kit.billing.checkout)).toBe(0)
  expect([nameAtProvider(plan), nameAtProvider(pack)]).toEqual(['Renamed plan', 'Renamed pack'])
})

test('a name that the payment provider rejects is not sent again', async () => {
  const pack = await aPack()
  kit.sim.account.products.delete(pack.providerProductId ?? '')
  await updateCreditPack(kit.billing.checkout, { packId: pack.id, name: `${pack.name} (new)` }, testBy)
  expect(await sendOfferNames(kit.billing.checkout)).toBe(0)
  const requests = kit.sim.apiRequests.length
  await sendOfferNames(kit.billing.checkout)
  expect(kit.sim.apiRequests).toHaveLength(requests)
})

test('two names sent at the same time are followed by a third that settles their order', async () => {
  const pack = await aPack()
  const rename = (name: string) =>
    updateCreditPack(kit.billing.checkout, { packId: pack.id, name: `${pack.name} ${name}` }, testBy)
  await rename('one')
  const { provider } = kit.billing.checkout
  const renameProduct: typeof provider.renameProduct = async (product) => {
    // Another process sends a later name first, and ours arrives last.
    if (product.name.endsWith('one')) {
      await rename('two')
      await sendOfferNames(kit.billing.checkout)
    }
    await provider.renameProduct(product)
  }
  await sendOfferNames({ ...kit.billing.checkout, provider: { ...provider, renameProduct } })
  expect(nameAtProvider(pack)).toBe(`${pack.name} one`)
  await sendOfferNames(kit.billing.checkout)
  expect(nameAtProvider(pack)).toBe(`${pack.name} two`)
})

test('the database refuses other trial credits for a plan that has a price', async () => {
  const setTrialCredits = ({ id }: { id: string }) =>
    kit.open.database.updateTable('plans').set({ trial_credits_micros: 1n }).where('id', '=', id).execute()
  await setTrialCredits(await aPlan())
  await expect(setTrialCredits(await aPricedPlan())).rejects.toThrow('keeps its terms')
})

test('an offer that does not exist is not found', async () => {
  const id = '00000000-0000-7000-8000-000000000000'
  await expect(updatePlan(kit.billing.checkout, { planId: id }, testBy)).rejects.toMatchObject({
    code: 'billing.offer_unknown',
  })
  await expect(updateCreditPack(kit.billing.checkout, { packId: id }, testBy)).rejects.toMatchObject({
    code: 'billing.offer_unknown',
  })
})
