// An account whose default API version is newer than ours: the provider lists its events in that version.
import { type TestBilling, startTestBilling, testBy } from '@gatehouse/testkit/vitest/start-test-billing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreditPack, Plan } from '../catalog/offers.ts'
import { isHandledType } from '../facts/provider-event.ts'
import { replayEvent } from './manual-event-actions.ts'

const newer = '2025-06-30.basil'

let kit: TestBilling
let pack: CreditPack
let plan: Plan
let company: string

beforeAll(async () => {
  kit = await startTestBilling({ accountApiVersion: newer })
  pack = await kit.addPack(100, 25)
  plan = await kit.addPlan({ credits: 500, price: 40 })
})
afterAll(() => kit[Symbol.asyncDispose]())
beforeEach(async () => {
  await kit.deliverAll()
  company = await kit.addCompany()
})

async function sweep(): Promise<void> {
  await kit.billing.sweep()
  await kit.billing.inbox.retryDue()
}

const statusesOf = async (ids: readonly string[]) => {
  const rows = await kit.open.database
    .selectFrom('provider_events')
    .select(['status', 'api_version'])
    .where('id', 'in', [...ids])
    .execute()
  return [...new Set(rows.map(({ status, api_version: version }) => `${status} ${version ?? ''}`))].sort()
}

const handled = () => kit.undelivered().filter(({ type }) => isHandledType(type))

async function payPack(): Promise<string> {
  const { payment_intent: intent } = await kit.sim.pay((await kit.buy(company, pack.id)).sessionId)
  const { latest_charge: charge } = await kit.stripe.paymentIntents.retrieve(
    typeof intent === 'string' ? intent : (intent?.id ?? ''),
  )
  return typeof charge === 'string' ? charge : (charge?.id ?? '')
}

test('events that only the sweep finds are applied, although they are listed in another version', async () => {
  await kit.subscribe(company, plan.id)
  const subscribed = handled().map(({ id }) => id)
  await sweep()
  expect(await kit.balance(company)).toBe('500.000000')
  expect(await statusesOf(subscribed)).toEqual(['PROCESSED 2023-10-16'])

  const charge = await payPack()
  await sweep()
  expect(await kit.balance(company)).toBe('600.000000')
  const dispute = await kit.sim.openDispute(charge)
  await sweep()
  expect(await kit.balance(company)).toBe('500.000000')
  await kit.sim.closeDispute(dispute.id, 'won')
  await sweep()
  expect(await kit.balance(company)).toBe('600.000000')
  const refund = await kit.stripe.refunds.create({ charge })
  await sweep()
  expect(await kit.balance(company)).toBe('500.000000')
  await kit.sim.failRefund(refund.id)
  await sweep()
  expect(await kit.balance(company)).toBe('600.000000')
})

test('an event quarantined for its version is replaced by a copy in ours, which is applied', async () => {
  await kit.subscribe(company, plan.id)
  const events = handled()
  const ids = events.map(({ id }) => id)
  for (const event of events) await kit.deliver({ ...event, api_version: newer })
  expect(await statusesOf(ids)).toEqual([`QUARANTINED ${newer}`])
  expect(await kit.balance(company)).toBe('0.000000')

  await kit.deliver(...events)
  expect(await statusesOf(ids)).toEqual(['PROCESSED 2023-10-16'])
  expect(await kit.balance(company)).toBe('500.000000')
  // A late copy in the other version changes nothing.
  for (const event of events) await kit.deliver({ ...event, api_version: newer })
  expect(await statusesOf(ids)).toEqual(['PROCESSED 2023-10-16'])
})

test('the sweep and a replay read an event again that was quarantined for its version', async () => {
  await payPack()
  const events = handled()
  const ids = events.map(({ id }) => id)
  for (const event of events) await kit.deliver({ ...event, api_version: newer })
  const completed = events.find(({ type }) => type === 'checkout.session.completed')
  expect(await replayEvent(kit.billing.events, completed?.id ?? '', testBy)).toMatchObject({
    kind: 'processed',
  })
  expect(await kit.balance(company)).toBe('100.000000')
  expect(await statusesOf([completed?.id ?? ''])).toEqual(['PROCESSED 2023-10-16'])
  await sweep()
  expect(await statusesOf(ids)).toEqual(['PROCESSED 2023-10-16'])
  expect(await kit.balance(company)).toBe('100.000000')
})

test('an object that the provider does not have leaves its event in quarantine, until its copy in our version comes', async () => {
  await kit.subscribe(company, plan.id)
  await kit.deliverAll()
  const [invoice] = kit.sim.account.invoices.values()
  const upcoming = await kit.sim.emit('invoice.upcoming', { ...invoice, id: undefined })
  const unknown = await kit.sim.emit('charge.refunded', {
    id: 'ch_unknown',
    object: 'charge',
    customer: null,
  })
  const first = await kit.billing.sweep()
  expect(first.added).toBe(2)
  expect(await statusesOf([upcoming.id, unknown.id])).toEqual([`QUARANTINED ${newer}`])
  expect((await kit.billing.sweep()).added).toBe(0)
})

test('while the provider does not answer, the event is not stored, and the next sweep stores it', async () => {
  const charge = await payPack()
  await kit.deliverAll()
  await kit.sim.openDispute(charge)
  kit.sim.planApi({
    fault: { kind: 'reset_before' },
    when: ({ path }) => path.startsWith('/v1/disputes'),
    times: 3,
  })
  await expect(kit.billing.sweep()).rejects.toThrow('could not be stored')
  kit.sim.clearPlans()
  await sweep()
  expect(await kit.balance(company)).toBe('0.000000')
})
