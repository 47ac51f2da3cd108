// Concurrent events. Each test repeats its race, because a single run could pass by luck.
import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreditPack } from './catalog/offers.ts'

let kit: TestBilling
let pack: CreditPack

beforeAll(async () => {
  kit = await startTestBilling()
  pack = await kit.addPack(100, 25)
})
afterAll(() => kit[Symbol.asyncDispose]())

/**
 * Returns a refund event without metadata, so that its purchase can be found only by the payment intent, which is
 * stored when `checkout.session.completed` is applied.
 */
function withoutMetadata(event: Stripe.Event): Stripe.Event {
  return { ...event, data: { object: { ...event.data.object, metadata: {} } } } as Stripe.Event
}

async function paidAndRefunded(amounts: readonly number[]) {
  const company = await kit.addCompany()
  const { sessionId } = await kit.buy(company, pack.id)
  const { payment_intent: intent } = await kit.sim.pay(sessionId)
  const completed = kit.undelivered().find(({ type }) => type === 'checkout.session.completed')
  for (const amount of amounts) {
    await kit.stripe.refunds.create({ payment_intent: typeof intent === 'string' ? intent : '', amount })
  }
  const refunds = kit.undelivered().filter(({ type }) => type === 'charge.refunded')
  if (!completed || refunds.length !== amounts.length) throw new Error('the simulator sent another event')
  return { company, completed, anonymous: refunds.map(withoutMetadata) }
}

test('a payment and its refund that arrive concurrently see each other in either order', async () => {
  for (let time = 0; time < 15; time += 1) {
    const { company, completed, anonymous } = await paidAndRefunded([500])
    await Promise.all([kit.deliver(completed), kit.deliver(...anonymous)])
    expect(await kit.balance(company)).toBe('80.000000')
  }
  const waiting = await kit.open.database
    .selectFrom('provider_events')
    .select('id')
    .where('status', '=', 'PARKED')
    .execute()
  expect(waiting).toEqual([])
})

test('partial refunds that arrive concurrently add up to the refunded total', async () => {
  for (let time = 0; time < 5; time += 1) {
    const { company, completed, anonymous } = await paidAndRefunded([100, 200, 300, 400])
    await kit.deliver(completed)
    await Promise.all(anonymous.toReversed().map((event) => kit.deliver(event)))
    expect(await kit.balance(company)).toBe('60.000000')
  }
})

test('concurrent processes that retry and sweep apply each event once', async () => {
  const company = await kit.addCompany()
  for (let time = 0; time < 5; time += 1) {
    const { sessionId } = await kit.buy(company, pack.id)
    await kit.sim.pay(sessionId)
  }
  await kit.billing.sweep()
  const { openInbox } = await import('./open-billing.ts')
  const others = Array.from({ length: 3 }, () =>
    openInbox({
      ...kit.billing.events,
      settings: { apiKey: kit.billingSettings.apiKey, apiUrl: kit.sim.baseUrl },
    }),
  )
  await Promise.all(others.flatMap(({ inbox, sweep }) => [inbox.retryDue(), sweep(), inbox.retryDue()]))
  // On a busy machine an attempt may time out; the event is due again a second later.
  const isApplied = async () => {
    await kit.billing.inbox.retryDue()
    return (await kit.balance(company)) === '500.000000'
  }
  await waitUntil(isApplied, { withinMs: 30_000, what: 'every event is applied' })
  expect(await kit.drift()).toEqual([])
})
