// The same payment events go through the product's inbox on a real Postgres and on the simulated rows. After each event
// every row of the company must be equal. This ties the interpreter of queries to the SQL that the product sends.
import { createIds } from '@gatehouse/runtime/ids'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import type { Random } from './engine/random.ts'
import { InboxSides } from './sql/inbox-sides.ts'
import type { PaymentEvent, PaymentProvider } from './world/payment-provider.ts'
import {
  type Purchase,
  chargeIdOf,
  createPurchase,
  packId,
  priceMinor,
  toChargeFact,
  toCheckoutFact,
  toPurchaseRow,
} from './world/purchase.ts'

const companyCount = 40
const ids = createIds(createSystemClock())

test('the inbox has the same rows on Postgres and on simulated rows', { timeout: 90_000 }, async () => {
  await using opened = await openTestDatabase()
  const sides = new InboxSides(Number(process.env['SEED'] ?? 1), opened)
  const { provider, random } = sides
  await sides.add('credit_packs', {
    id: packId,
    name: 'A pack',
    credits_micros: 1n,
    price_minor: priceMinor,
    currency: 'eur',
  })
  const statuses: string[] = []
  for (let company = 0; company < companyCount; company += 1) {
    const companyId = ids.uuid()
    await sides.add('companies', { id: companyId, name: `Company ${company}` })
    const events: PaymentEvent[] = []
    for (let index = random.between(1, 2); index > 0; index -= 1) {
      const purchase = createPurchase(
        provider.purchases.size + 1,
        companyId,
        BigInt(random.between(50, 5_000)),
      )
      provider.purchases.set(purchase.id, purchase)
      if (random.chance(0.8)) await sides.add('credit_pack_purchases', toPurchaseRow(purchase))
      events.push(...reportPurchase(provider, random, purchase))
    }
    for (const event of shuffle(random, events)) {
      // Some are only found by the sweep.
      if (random.chance(0.2)) continue
      await sides.receive(event)
      await sides.compare(companyId)
      statuses.push(...(await sides.compareEvents(events)))
    }
    await sides.sweep()
    await sides.compare(companyId)
    expect(new Set(await sides.compareEvents(events))).toEqual(new Set(['PROCESSED']))
  }
  expect(statuses, 'some events must have waited for others').toContain('PARKED')
})

function reportPurchase(provider: PaymentProvider, random: Random, purchase: Purchase): PaymentEvent[] {
  const events: PaymentEvent[] = []
  if (random.chance(0.4))
    events.push(provider.report('checkout.session.completed', toCheckoutFact(purchase, 'processing')))
  if (random.chance(0.2)) {
    events.push(provider.report('checkout.session.async_payment_failed', toCheckoutFact(purchase, 'failed')))
    return events
  }
  events.push(provider.report('checkout.session.completed', toCheckoutFact(purchase, 'paid')))
  for (let index = random.below(3); index > 0 && purchase.refundedMinor < priceMinor; index -= 1) {
    const refunded = purchase.refundedMinor + BigInt(random.between(1, 70))
    purchase.refundedMinor = refunded < priceMinor ? refunded : priceMinor
    events.push(provider.report('charge.refunded', toChargeFact(purchase, random.chance(0.5))))
  }
  if (purchase.refundedMinor > 0n && random.chance(0.3)) {
    purchase.refundedMinor -= 1n
    const fact = { kind: 'refund', refundId: 're', chargeId: chargeIdOf(purchase), hasFailed: true } as const
    events.push(provider.report('charge.refund.updated', fact))
  }
  return events
}

/** In any order, some of them twice. */
function shuffle(random: Random, events: readonly PaymentEvent[]): PaymentEvent[] {
  const sent = events.flatMap((event) => (random.chance(0.2) ? [event, event] : [event]))
  return sent
    .map((event) => ({ event, at: random.next() }))
    .sort((left, right) => left.at - right.at)
    .map(({ event }) => event)
}
