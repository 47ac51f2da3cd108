// Concurrent events. Each test repeats its race, because a single run could pass by luck.
import { type TestBilling, startTestBilling } from '@gatehouse/testkit/vitest/start-test-billing'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { sql } from 'kysely'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockCustomer } from './apply/apply-context.ts'
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

/** An attempt may outlast its delivery on a busy machine. No event is retried here, so one that was missed stays missed. */
const balanceBecomes = (company: string, balance: string) =>
  waitUntil(async () => (await kit.balance(company)) === balance, {
    withinMs: 10_000,
    what: `balance ${balance}`,
  })

test('a payment and its refund that arrive concurrently see each other in either order', async () => {
  for (let time = 0; time < 15; time += 1) {
    const { company, completed, anonymous } = await paidAndRefunded([500])
    await Promise.all([kit.deliver(completed), kit.deliver(...anonymous)])
    await balanceBecomes(company, '80.000000')
  }
  const waiting = await kit.open.database
    .selectFrom('provider_events')
    .select('id')
    .where('status', '=', 'PARKED')
    .execute()
  expect(waiting).toEqual([])
})

test('a payment that wakes its refund while the refund is retried does not deadlock with it', async () => {
  const { company, completed, anonymous } = await paidAndRefunded([500])
  await kit.deliver(...anonymous)
  const object = completed.data.object as Stripe.Checkout.Session
  const customer = typeof object.customer === 'string' ? object.customer : ''
  const deliveries: Promise<void>[] = []
  await kit.open.database.transaction().execute(async (tx) => {
    await lockCustomer(tx, customer)
    // The lock is granted in the order of arrival: first to the payment, which then wakes the refund.
    for (const event of [completed, ...anonymous]) {
      deliveries.push(kit.deliver(event))
      await waitUntil(async () => (await countWaiting()) === deliveries.length, {
        withinMs: 1_500,
        what: `${event.type} waits for the lock`,
      })
    }
  })
  await Promise.all(deliveries)
  await balanceBecomes(company, '80.000000')
  const { rows } = await sql<{ deadlocks: bigint }>`select deadlocks from pg_stat_database
    where datname = current_database()`.execute(kit.open.database)
  expect(rows).toEqual([{ deadlocks: 0n }])
})

test('partial refunds that arrive concurrently add up to the refunded total', async () => {
  for (let time = 0; time < 5; time += 1) {
    const { company, completed, anonymous } = await paidAndRefunded([100, 200, 300, 400])
    await kit.deliver(completed)
    await Promise.all(anonymous.toReversed().map((event) => kit.deliver(event)))
    await balanceBecomes(company, '60.000000')
    expect(await kit.drift()).toEqual([])
  }
})

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted`.execute(kit.open.database)
  return rows[0]?.waiting ?? 0
}

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
