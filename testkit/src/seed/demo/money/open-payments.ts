// Pays at the payment simulator as a customer does: on its page, or by bank transfer. What follows from a payment arrives
// as the provider's events, which are fetched and applied here, because no backend runs yet.
import { oneShard } from '@gatehouse/postgres/shards'
import { type Billing, openBilling } from '@gatehouse/billing/open-billing'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import { Secret } from '@gatehouse/runtime/secret'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { Stripe } from 'stripe'
import type { DemoDeps } from '../demo-deps.ts'
import type { Timeline } from '../timeline.ts'

export type PaymentSimulator = { apiKey: string; apiUrl: string }

export type DemoPayments = {
  billing: Billing
  applyEvents(): Promise<void>
  buyPack(order: { companyId: string; userId: string | null; pack: string; isPaid?: boolean }): Promise<void>
  payByTransfer(providerInvoiceId: string): Promise<void>
}

export function openDemoPayments(
  { database }: Pick<DemoDeps, 'database'>,
  simulator: PaymentSimulator,
  { clock, ids }: Pick<Timeline, 'clock' | 'ids'>,
): DemoPayments {
  const billing = openBilling({
    databases: oneShard(database),
    clock,
    ids,
    logger: createLogger({ service: 'demo', level: 'fatal', sinks: [] }),
    settings: {
      apiKey: new Secret(simulator.apiKey),
      apiUrl: simulator.apiUrl,
      // Events are fetched, not delivered, so nothing is verified with it.
      signingSecrets: [new Secret('whsec_not_used_by_the_demo')],
      consoleUrl: simulator.apiUrl,
    },
  })
  const applyEvents = async () => {
    // The simulator uses the current time, not the time in the history.
    await billing.sweep({ since: new Date(Date.now() - 3_600_000) })
    while ((await billing.inbox.retryDue()) > 0);
  }
  return {
    billing,
    applyEvents,
    async buyPack({ companyId, userId, pack, isPaid = true }) {
      const { id } = await database
        .selectFrom('credit_packs')
        .select('id')
        .where('name', '=', pack)
        .executeTakeFirstOrThrow()
      const { url } = await startPackCheckout(billing.checkout, id, { companyId, userId })
      if (!isPaid) return
      await fetch(url, { method: 'POST', body: new URLSearchParams({ by: 'card' }), redirect: 'manual' })
      await applyEvents()
    },
    async payByTransfer(providerInvoiceId) {
      const { hostname, port } = new URL(simulator.apiUrl)
      const stripe = new Stripe(simulator.apiKey, {
        host: hostname,
        port,
        protocol: 'http',
        telemetry: false,
      })
      await stripe.invoices.pay(providerInvoiceId, { paid_out_of_band: true })
      await applyEvents()
    },
  }
}
