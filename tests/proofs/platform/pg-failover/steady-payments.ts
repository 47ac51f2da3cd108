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
  for (let at = 0; at < count; at += 1) {
    const buyer = { companyId, userId: null }
    const { sessionId } = await startPackCheckout(billing.checkout, packs[0]?.id ?? '', buyer)
    await sim.pay(sessionId)
  }
  const events = sim.events.filter(({ type }) => type === 'checkout.session.completed')
  let acknowledged = 0
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
      acknowledged += 1
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
      const { rows } = await postgres.query<{ grants: bigint; granted: bigint }>(
        `select count(*) as grants, coalesce(sum(amount_micros), 0)::bigint as granted
           from credit_transfers where owner_id = $1`,
        [companyId],
      )
      const grants = Number(rows[0]?.grants ?? 0)
      const expected = (packs[0]?.creditsMicros ?? 0n) * BigInt(acknowledged)
      const isExact = rows[0]?.granted === expected
      return {
        acknowledged,
        lost: Math.max(0, acknowledged - grants),
        doubled: Math.max(0, grants - acknowledged) + (isExact || grants !== acknowledged ? 0 : 1),
      }
    },
  }
}
