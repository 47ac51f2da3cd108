// Purchases at a steady rate: begun in the product, paid at the provider, and announced by it to the backend.
import { setTimeout as pause } from 'node:timers/promises'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type BillingSetup, signingSecret } from '../../billing/webhook/open-billing-setup.ts'
import { type Grant, type PaidPurchase, judgeGrants } from '../../billing/webhook/judge-grants.ts'
import type { Span } from './moment.ts'

type Purchase = Span & PaidPurchase

export type SteadyPurchases = {
  readonly companyId: string
  readonly purchases: readonly Purchase[]
  stop(): Promise<void>
}

const everyMs = 400

export async function startSteadyPurchases(
  { sim, billing, packs, addCompany }: BillingSetup,
  backendUrl: string,
  scope: AsyncDisposableStack,
): Promise<SteadyPurchases> {
  const companyId = await addCompany()
  const { id: packId, creditsMicros } = packs[0] ?? { id: '', creditsMicros: 0n }
  sim.addEndpoint({ url: `${backendUrl}/payments/webhook`, secrets: [signingSecret] })
  const purchases: Purchase[] = []
  let isOver = false
  scope.defer(() => void (isOver = true))

  async function buyOn(): Promise<void> {
    for (;;) {
      if (isOver) return
      const startedMs = performance.now()
      const { sessionId, purchaseId } = await startPackCheckout(billing.checkout, packId, {
        companyId,
        userId: null,
      })
      // Resolves when the events have been delivered.
      await sim.pay(sessionId)
      purchases.push({ purchaseId, companyId, creditsMicros, startedMs, endedMs: performance.now() })
      await pause(everyMs)
    }
  }

  const buying = buyOn()
  buying.catch(() => undefined)
  return {
    companyId,
    purchases,
    async stop() {
      isOver = true
      await buying
    },
  }
}

/** Counts of the purchases that were granted once and never, and of the grants beyond those. */
export async function findGrants(pool: Postgres, companyId: string, purchases: readonly Purchase[]) {
  const { rows } = await pool.query<Grant>(
    'select business_key, owner_id, amount_micros from credit_transfers where owner_id = $1',
    [companyId],
  )
  const { missing, doubled } = judgeGrants(purchases, rows)
  return { once: purchases.length - missing.length, missing: missing.length, doubled: doubled.length }
}
