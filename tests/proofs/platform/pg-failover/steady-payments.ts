// Payments that are announced to the backend one after the other, each twice, and again until the backend acknowledges
// them, as the payment provider does.
import { setTimeout as pause } from 'node:timers/promises'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import type { Stripe } from 'stripe'
import { type Grant, type PaidPurchase, judgeGrants } from '../../billing/webhook/judge-grants.ts'
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
  const purchases = new Map<string, PaidPurchase>()
  const { id: packId, creditsMicros } = packs[0] ?? { id: '', creditsMicros: 0n }
  for (let at = 0; at < count; at += 1) {
    const buyer = { companyId, userId: null }
    const { sessionId, purchaseId } = await startPackCheckout(billing.checkout, packId, buyer)
    purchases.set(sessionId, { purchaseId, companyId, creditsMicros })
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
      acknowledged.add(`pack:${purchases.get(sessionOf(event))?.purchaseId}`)
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
      const { rows } = await postgres.query<Grant>(
        'select business_key, owner_id, amount_micros from credit_transfers where owner_id = $1',
        [companyId],
      )
      // The backend also finds payments that were not announced yet, so more of them may have been granted.
      const { missing, doubled } = judgeGrants([...purchases.values()], rows)
      return {
        acknowledged: acknowledged.size,
        lost: missing.filter((key) => acknowledged.has(key)).length,
        doubled: doubled.length,
      }
    },
  }
}

function sessionOf({ data }: Stripe.Event): string {
  return 'id' in data.object ? (data.object.id ?? '') : ''
}
