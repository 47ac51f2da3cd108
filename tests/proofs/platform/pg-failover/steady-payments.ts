// Payments that are announced to the backend one after the other, each twice, and again until the backend acknowledges
// them, as the payment provider does.
import { setTimeout as pause } from 'node:timers/promises'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import type { Stripe } from 'stripe'
import { type BillingSetup, signingSecret } from '../../billing/webhook/open-billing-setup.ts'

export type PaymentsFound = { acknowledged: number; lost: number; doubled: number }

export type SteadyPayments = {
  stop(): Promise<void>
  /** Compares the acknowledged payments with the credits that were granted. */
  compare(): Promise<PaymentsFound>
}

const everyMs = 500
const againAfterMs = 300
const copies = 2

export async function startSteadyPayments(
  { sim, billing, packs, postgres, addCompany }: BillingSetup,
  { webhookUrl, count }: { webhookUrl: string; count: number },
  scope: AsyncDisposableStack,
): Promise<SteadyPayments> {
  const companyId = await addCompany()
  sim.holdDeliveries()
  // Session at the provider → purchase.
  const purchases = new Map<string, string>()
  for (let at = 0; at < count; at += 1) {
    const buyer = { companyId, userId: null }
    const { sessionId, purchaseId } = await startPackCheckout(billing.checkout, packs[0]?.id ?? '', buyer)
    purchases.set(sessionId, `pack:${purchaseId}`)
    await sim.pay(sessionId)
  }
  const events = sim.events.filter(({ type }) => type === 'checkout.session.completed')
  const acknowledged = new Set<string>()
  let isOver = false
  let isAbandoned = false
  scope.defer(() => {
    isOver = true
    isAbandoned = true
  })

  async function announce(event: Stripe.Event): Promise<void> {
    for (;;) {
      const { body, signature } = sim.signed(event, [signingSecret])
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      const isAcknowledged = await fetch(webhookUrl, { method: 'POST', headers, body }).then(
        async (answer) => {
          await answer.text()
          return answer.ok
        },
        () => false,
      )
      if (isAcknowledged || isAbandoned) return
      await pause(againAfterMs)
    }
  }

  async function announceAll(): Promise<void> {
    for (const event of events) {
      if (isOver) return
      for (let copy = 0; copy < copies; copy += 1) await announce(event)
      acknowledged.add(purchases.get(sessionOf(event)) ?? '')
      await pause(everyMs)
    }
  }

  const announcing = announceAll()
  return {
    async stop() {
      isOver = true
      await announcing
    },
    async compare() {
      const { rows } = await postgres.query<{ key: string; micros: bigint }>(
        'select business_key as key, amount_micros as micros from credit_transfers where owner_id = $1',
        [companyId],
      )
      const granted = new Set(rows.map(({ key }) => key))
      const expected = new Set(purchases.values())
      // The backend also finds payments that were not announced yet, so more of them may have been granted.
      return {
        acknowledged: acknowledged.size,
        lost: [...acknowledged].filter((key) => !granted.has(key)).length,
        doubled: rows.filter(({ key, micros }) => !expected.has(key) || micros !== packs[0]?.creditsMicros)
          .length,
      }
    },
  }
}

function sessionOf({ data }: Stripe.Event): string {
  return 'id' in data.object ? (data.object.id ?? '') : ''
}
