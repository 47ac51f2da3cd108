// Credits are granted only for money: no sequence of plan changes gives a company more than it paid for.
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { type TestBilling, startTestBilling, testIds } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Plan } from './catalog/offers.ts'

let kit: TestBilling
let small: Plan
let large: Plan
let trial: Plan
let free: Plan
let year: Plan
let company: string

beforeAll(async () => {
  kit = await startTestBilling()
  small = await kit.addPlan({ name: 'Small', credits: 500, price: 40 })
  large = await kit.addPlan({ name: 'Large', credits: 2_000, price: 120 })
  trial = await kit.addPlan({ name: 'Trial', credits: 500, price: 40, trialDays: 14, trialCredits: 20 })
  free = await kit.addPlan({ name: 'Free', credits: 20, price: 0 })
  year = await kit.addPlan({ name: 'Year', credits: 6_000, price: 400, interval: 'YEAR' })
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  company = await kit.addCompany()
})

const credits = async () => Number(await kit.balance(company))

async function change(id: string, plan: Plan, proration: 'always_invoice' | 'none' = 'always_invoice') {
  await kit.sim.advanceBy(60)
  const [item] = (await kit.stripe.subscriptions.retrieve(id)).items.data
  await kit.stripe.subscriptions.update(id, {
    items: [{ id: item?.id ?? '', price: plan.providerPriceId ?? '' }],
    proration_behavior: proration,
  })
  await kit.deliverAll()
}

async function spend(micros: bigint) {
  await postTransfer(testIds, kit.open.database, {
    owner: { id: company, kind: 'COMPANY' },
    businessKey: `spent:${testIds.uuid()}`,
    kind: 'removal',
    type: 'ADJUSTMENT',
    amountMicros: micros,
  })
}

async function chargeOf(id: string): Promise<string> {
  const { latest_invoice: latest } = await kit.stripe.subscriptions.retrieve(id, {
    expand: ['latest_invoice'],
  })
  const charge = typeof latest === 'string' ? null : latest?.charge
  return typeof charge === 'string' ? charge : ''
}

const halfMonth = (id: string) => {
  const found = kit.sim.account.subscriptions.get(id)
  return kit.sim.advanceTo(((found?.current_period_start ?? 0) + (found?.current_period_end ?? 0)) / 2)
}

test('changing the plan up and down creates no extra credits', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  for (let cycle = 0; cycle < 5; cycle += 1) {
    await change(id, large)
    await change(id, small)
  }
  // The minutes on the larger plan cost a few cents, which grant a fraction of a credit.
  expect(await credits()).toBeGreaterThanOrEqual(500)
  expect(await credits()).toBeLessThan(501)
})

test('from free to paid and back mints nothing, and gives nothing up', async () => {
  const id = await kit.subscribe(company, free.id)
  await kit.deliverAll()
  for (let cycle = 0; cycle < 3; cycle += 1) {
    await change(id, large)
    expect(await credits()).toBeCloseTo(2_020, 0)
    await change(id, free)
  }
  expect(await credits()).toBeCloseTo(20, 0)
})

test('a company gets one trial of a plan, and the next checkout offers none', async () => {
  const first = await kit.subscribe(company, trial.id)
  await kit.deliverAll()
  await kit.stripe.subscriptions.cancel(first)
  await kit.deliverAll()
  expect(await credits()).toBe(20)
  const second = await kit.subscribe(company, trial.id)
  await kit.deliverAll()
  expect((await kit.stripe.subscriptions.retrieve(second)).status).toBe('active')
  expect(await credits()).toBe(520)
})

test('trials started on two concurrent checkout pages are granted once', async () => {
  for (let page = 0; page < 5; page += 1) await kit.subscribe(company, trial.id)
  await kit.deliverAll()
  expect(await credits()).toBe(20)
})

test('concurrent free plans grant once per month', async () => {
  const ids = []
  for (let page = 0; page < 5; page += 1) ids.push(await kit.subscribe(company, free.id))
  await kit.deliverAll()
  expect(await credits()).toBe(20)
  const subscriptions = await Promise.all(ids.map((id) => kit.stripe.subscriptions.retrieve(id)))
  expect(subscriptions.filter((one) => one.cancel_at_period_end)).toHaveLength(4)
  await kit.sim.advanceBy(32 * 86_400)
  await kit.deliverAll()
  expect(await credits()).toBe(40)
})

test('a second checkout is rejected while a plan is active, and allowed once it has ended, even if no event reported it', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  await expect(kit.subscribe(company, large.id)).rejects.toMatchObject({
    kind: 'conflict',
    code: 'billing.subscription_exists',
  })
  await kit.stripe.subscriptions.cancel(id)
  await kit.subscribe(company, large.id)
  await kit.deliverAll()
  expect(await credits()).toBe(2_500)
})

test.each(['in order', 'reversed'])(
  'if two checkout pages are both paid (%s), the later plan is set to end',
  async (order) => {
    const [first, second] = [await kit.subscribe(company, small.id), await kit.subscribe(company, large.id)]
    const events = kit.undelivered()
    await kit.deliver(...(order === 'in order' ? events : events.toReversed()))
    await kit.deliverAll()
    expect(await credits()).toBe(2_500)
    const isEnding = async (id: string) => (await kit.stripe.subscriptions.retrieve(id)).cancel_at_period_end
    const [earlier, later] = [first, second].sort()
    expect([await isEnding(earlier ?? ''), await isEnding(later ?? '')]).toEqual([false, true])
    const notices = await kit.open.database
      .selectFrom('billing_notices')
      .select('notice_key')
      .where('company_id', '=', company)
      .where('kind', '=', 'subscription.surplus')
      .execute()
    expect(notices).toEqual([{ notice_key: `surplus:${later}` }])
  },
)

test('a plan is kept if its predecessor has ended without an event', async () => {
  const first = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  await kit.stripe.subscriptions.cancel(first)
  const ended = kit.undelivered()
  const second = await kit.subscribe(company, large.id)
  const isOfEnd = new Set(ended.map(({ id }) => id))
  await kit.deliver(...kit.undelivered().filter(({ id }) => !isOfEnd.has(id)))
  expect((await kit.stripe.subscriptions.retrieve(second)).cancel_at_period_end).toBe(false)
})

test('spent credits of a plan that was left become debt', async () => {
  const id = await kit.subscribe(company, large.id)
  await kit.deliverAll()
  await spend(2_000_000_000n)
  await halfMonth(id)
  await change(id, free)
  expect(await credits()).toBeLessThan(-990)
  expect(await credits()).toBeGreaterThan(-1_010)
})

test('switching from yearly to monthly takes the year’s credits back, and the balance pays for the months', async () => {
  const id = await kit.subscribe(company, year.id)
  await kit.deliverAll()
  await change(id, small)
  expect(await credits()).toBeCloseTo(500, 0)
  const lots = await kit.open.database
    .selectFrom('credit_lots')
    .select(['remaining_micros'])
    .where('owner_id', '=', company)
    .where('source_key', 'like', `%:${small.providerPriceId ?? ''}:%`)
    .execute()
  expect(lots).toEqual([{ remaining_micros: 500_000_000n }])
  await kit.sim.advanceBy(32 * 86_400)
  await kit.deliverAll()
  expect(await credits()).toBeCloseTo(1_000, 0)
})

test('a plan started twice within a second is granted twice, because it is paid twice', async () => {
  const id = await kit.subscribe(company, small.id)
  const [item] = (await kit.stripe.subscriptions.retrieve(id)).items.data
  for (const plan of [year, small])
    await kit.stripe.subscriptions.update(id, {
      items: [{ id: item?.id ?? '', price: plan.providerPriceId ?? '' }],
      proration_behavior: 'none',
    })
  await kit.deliverAll()
  expect(await credits()).toBe(7_000)
})

test('cancelling with proration takes credits back, and subscribing again from the balance grants what it pays for', async () => {
  const id = await kit.subscribe(company, large.id)
  await kit.deliverAll()
  await halfMonth(id)
  await kit.stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
  await kit.deliverAll()
  expect(await credits()).toBeCloseTo(1_000, 0)
  await kit.subscribe(company, small.id)
  await kit.deliverAll()
  expect(await credits()).toBeCloseTo(1_500, 0)
})

test('credited time that was never paid does not turn into credits of a better plan', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  const customer = kit.sim.account.subscriptions.get(id)?.customer as string
  kit.sim.setPaymentBehaviour(customer, 'declines')
  await kit.sim.advanceBy(31 * 86_400 + 60)
  await kit.deliverAll()
  // The subscription is past due, yet the provider credits the rest of a month that was never paid for.
  await kit.stripe.subscriptions.cancel(id, { prorate: true, invoice_now: true })
  kit.sim.setPaymentBehaviour(customer, 'succeeds')
  await kit.deliverAll()
  await kit.subscribe(company, large.id)
  await kit.deliverAll()
  const paid = [...kit.sim.account.charges.values()]
    .filter((charge) => charge.customer === customer && charge.paid)
    .reduce((sum, { amount }) => sum + amount / 100, 0)
  expect(await credits()).toBeLessThanOrEqual((paid * 2_000) / 120)
  expect(await credits()).toBeGreaterThan((paid * 2_000) / 120 - 170)
})

test('refunding a charge keeps the credits paid from the customer’s balance', async () => {
  const customer = await kit.stripe.customers.create({ metadata: { company_id: company }, balance: -3_000 })
  const { id } = await kit.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.providerPriceId ?? '' }],
    metadata: { company_id: company },
  })
  await kit.deliverAll()
  expect(await credits()).toBe(500)
  await kit.stripe.refunds.create({ charge: await chargeOf(id) })
  await kit.deliverAll()
  expect(await credits()).toBe(375)
})

test('the remaining credits of a disputed month are held: returned if the dispute is won, and the spent part becomes debt if it is lost', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  await spend(200_000_000n)
  const pack = await kit.addPack()
  await kit.sim.pay((await kit.buy(company, pack.id)).sessionId)
  await kit.deliverAll()
  const { id: first } = await kit.sim.openDispute(await chargeOf(id))
  await kit.deliverAll()
  expect(await credits()).toBe(100)
  await kit.sim.closeDispute(first, 'won')
  await kit.deliverAll()
  expect(await credits()).toBe(400)
  const { id: second } = await kit.sim.openDispute(await chargeOf(id))
  await kit.deliverAll()
  expect(await credits()).toBe(100)
  await kit.sim.closeDispute(second, 'lost')
  await kit.deliverAll()
  expect(await credits()).toBe(-100)
})

test('a second dispute of a charge leaves the first, lost one as it is', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  const pack = await kit.addPack()
  await kit.sim.pay((await kit.buy(company, pack.id)).sessionId)
  await kit.deliverAll()
  const charge = await chargeOf(id)
  const { id: first } = await kit.sim.openDispute(charge)
  await kit.deliverAll()
  await kit.sim.closeDispute(first, 'lost')
  await kit.deliverAll()
  expect(await credits()).toBe(100)
  const { id: second } = await kit.sim.openDispute(charge)
  await kit.deliverAll()
  expect(await credits()).toBe(100)
  await kit.sim.closeDispute(second, 'won')
  await kit.deliverAll()
  expect(await credits()).toBe(100)
})

test('of two disputes of a charge that are open at the same time, the one that is won says nothing about the other', async () => {
  const id = await kit.subscribe(company, small.id)
  await kit.deliverAll()
  const charge = await chargeOf(id)
  const { id: first } = await kit.sim.openDispute(charge)
  const { id: second } = await kit.sim.openDispute(charge)
  await kit.deliverAll()
  expect(await credits()).toBe(0)
  await kit.sim.closeDispute(second, 'won')
  await kit.deliverAll()
  expect(await credits()).toBe(0)
  await kit.sim.closeDispute(first, 'won')
  await kit.deliverAll()
  expect(await credits()).toBe(500)
})

test('reconciliation finds no drift after all of these tests', async () => {
  expect(await kit.drift()).toEqual([])
})
