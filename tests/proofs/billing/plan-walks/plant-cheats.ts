// Credits without payment, planted as an insider who knows billing's tables would: each has its grant, its payment and
// its transfer, so that the ledger and billing's rows agree with each other.
import { postTransfer } from '@gatehouse/credits/post-transfer'
import { startPackCheckout } from '@gatehouse/billing/start-checkout'
import { Random } from '../../../simulation/engine/random.ts'
import { type BillingSetup, proofIds } from '../webhook/open-billing-setup.ts'
import { beginWalk, deliverRest, type Walk } from './walk.ts'

type Cheat = { name: string; plant: (walk: Walk) => Promise<void> }

export const cheats: readonly Cheat[] = [
  {
    name: 'credits taken back by a downgrade are granted again',
    async plant(walk) {
      const { setup } = walk
      const id = await subscribe(walk, 1)
      const item = setup.sim.account.subscriptions.get(id)?.items.data[0]
      await setup.stripe.subscriptions.update(id, {
        items: [{ id: item?.id ?? '', price: setup.plans[0]?.priceId ?? '' }],
        proration_behavior: 'always_invoice',
      })
      await deliverRest(walk)
      await grant(walk, { key: `upgrade:${await lastInvoice(walk)}`, micros: 1_200_000_000n })
    },
  },
  {
    name: 'a second trial of the same plan',
    async plant(walk) {
      await subscribe(walk, 2)
      await grant(walk, { key: `trial:${walk.companyId}:again`, micros: 50_000_000n })
    },
  },
  {
    name: 'a second free grant in a month',
    async plant(walk) {
      await subscribe(walk, 3)
      await grant(walk, { key: `free:${walk.companyId}:again`, micros: 20_000_000n })
    },
  },
  {
    name: 'a pack credited tenfold',
    async plant(walk) {
      const { setup, companyId } = walk
      const checkout = setup.billing.checkout
      const buyer = { companyId, userId: null }
      const started = await startPackCheckout(checkout, setup.packs[0]?.id ?? '', buyer)
      await setup.database
        .updateTable('credit_pack_purchases')
        .set({ credits_micros: 1_000_000_000n })
        .where('id', '=', started.purchaseId ?? '')
        .execute()
      await setup.sim.pay(started.sessionId)
    },
  },
  {
    name: 'an invoice that the provider does not know',
    async plant(walk) {
      const { setup, companyId } = walk
      await subscribe(walk, 0)
      const forged = { provider_invoice_id: `in_forged_${companyId}`, plan_lines_minor: 4_000n }
      await setup.database
        .insertInto('invoices')
        .values({
          id: proofIds.uuid(),
          company_id: companyId,
          status: 'PAID',
          currency: 'eur',
          total_minor: 4_000n,
          plan_ids: [setup.plans[0]?.id ?? ''],
          ...forged,
        })
        .execute()
      await grant(walk, {
        key: `sub:forged:${companyId}`,
        micros: 500_000_000n,
        invoiceId: forged.provider_invoice_id,
      })
      // Backdated, because the check ignores recent grants: their payment may still be in progress.
      await setup.postgres.query(
        `update paid_grants set created_at = now() - interval '1 hour' where company_id = $1`,
        [companyId],
      )
    },
  },
]

/** Plants the cheat in a new company and returns the company's id. */
export async function plantCheat(setup: BillingSetup, { plant }: Cheat): Promise<string> {
  const walk = await beginWalk(setup, new Random(1))
  await plant(walk)
  await deliverRest(walk)
  return walk.companyId
}

async function subscribe(walk: Walk, planAt: number): Promise<string> {
  const { setup, companyId, customerId } = walk
  const plan = setup.plans[planAt]
  const { id } = await setup.stripe.subscriptions.create({
    customer: customerId,
    items: [{ price: plan?.priceId ?? '' }],
    metadata: { company_id: companyId },
    ...(plan && plan.trialDays > 0 ? { trial_period_days: plan.trialDays } : {}),
  })
  await deliverRest(walk)
  return id
}

async function lastInvoice({ setup, companyId }: Walk): Promise<string> {
  const invoice = await setup.database
    .selectFrom('invoices')
    .select('provider_invoice_id')
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return invoice?.provider_invoice_id ?? ''
}

type Minted = { key: `${string}:${string}`; micros: bigint; invoiceId?: string }

async function grant(walk: Walk, { key, micros, invoiceId }: Minted): Promise<void> {
  const { setup, companyId } = walk
  await setup.database
    .insertInto('paid_grants')
    .values({
      business_key: key,
      company_id: companyId,
      provider_invoice_id: invoiceId ?? (await lastInvoice(walk)),
      granted_micros: micros,
    })
    .execute()
  await postTransfer(proofIds, setup.database, {
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: key,
    kind: 'grant',
    type: 'SUBSCRIPTION_GRANT',
    amountMicros: micros,
  })
}
