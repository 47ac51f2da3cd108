// Pays the invoices of top-ups. Every attempt continues where the previous one ended, from what the provider shows: after a
// lost response or a crash, the next attempt finds the same invoice. The provider's events have the same effect, under the
// same keys. A top-up that was turned off, or cannot be paid, is ended; its invoice is closed first.
import { Fault } from '@gatehouse/runtime/fault'
import type { Database } from '@gatehouse/schema/database'
import { sql } from 'kysely'
import { applyInvoice } from '../apply/apply-invoice.ts'
import { type ApplyContext, createAppliedEffects, lockCustomer } from '../apply/apply-context.ts'
import type { InboxDeps } from '../billing-deps.ts'
import { ensureCustomer } from '../checkout/ensure-customer.ts'
import type { InvoiceFact } from '../facts/provider-fact.ts'
import type { PackInvoice } from '../payment-provider.ts'
import { cancelTopUp, failTopUp } from './apply-top-up.ts'

// Maximum number of payments of a shard per run, so that a service that is stopping does not wait long.
const attemptsMax = 20

type PendingTopUp = {
  id: string
  company_id: string
  key_number: number
  attempts: number
  pack_id: string
  pack_name: string
  credits_micros: bigint
  price_minor: bigint
  currency: string
  created_at: Date
  /** Null if the company still wants the top-up and may have it. */
  cancelled_because: string | null
  age_minutes: number
}

// A refusal may come from a race between two attempts. One that lasts this long does not go away.
const refusedForMinutesMax = 10
// A company does not expect to be charged for a balance that was low on another day.
const triedForMinutesMax = 24 * 60

export type PayOptions = {
  /** Pause after the first attempt, which grows with each. Longer than an attempt takes. */
  retryMs?: number
}

/** A failure for one top-up is logged and retried later; the others are still paid. Returns the number that ended. */
export async function payTopUps(deps: InboxDeps, { retryMs = 120_000 }: PayOptions = {}): Promise<number> {
  let ended = 0
  for (const database of deps.databases.all()) ended += await payTopUpsOfShard(deps, database, retryMs)
  return ended
}

async function payTopUpsOfShard(deps: InboxDeps, database: Database, retryMs: number): Promise<number> {
  let ended = 0
  for (let tried = 0; tried < attemptsMax; tried += 1) {
    const topUp = await claimOne(database, retryMs)
    if (!topUp) break
    try {
      if (await payOne(deps, topUp)) ended += 1
    } catch (thrown) {
      deps.logger.warn('top-up could not be paid; it will be retried', {
        error: thrown,
        purchase_id: topUp.id,
        company_id: topUp.company_id,
      })
    }
  }
  return ended
}

async function claimOne(database: Database, retryMs: number): Promise<PendingTopUp | undefined> {
  const { rows } = await sql<PendingTopUp>`
    update top_ups t
       set attempts = t.attempts + 1,
           next_attempt_at = now() + least(make_interval(secs => ${retryMs / 1_000}::float8 * (t.attempts + 1)), interval '1 hour')
      from credit_pack_purchases p
      join credit_packs k on k.id = p.pack_id
      join companies c on c.id = p.company_id
      left join top_up_settings s on s.company_id = p.company_id
     where p.id = t.id
       and t.id = (select id from top_ups where status = 'PENDING' and next_attempt_at <= now()
                    order by next_attempt_at limit 1 for update skip locked)
    returning t.id, t.company_id, t.key_number, t.attempts, t.created_at, p.pack_id, k.name as pack_name,
              p.credits_micros, p.price_minor, p.currency,
              extract(epoch from now() - t.created_at)::float8 / 60 as age_minutes,
              case when s.company_id is null then 'the automatic top-up was turned off'
                   when s.stopped_at is not null then 'the automatic top-up was stopped'
                   when c.suspended_at is not null then 'the company is suspended'
                   when c.billing_mode <> 'PREPAID' then 'the company no longer pays in advance'
              end as cancelled_because`.execute(database)
  return rows[0]
}

/** False if the outcome is not known yet. */
async function payOne(deps: InboxDeps, topUp: PendingTopUp): Promise<boolean> {
  const order = toOrder(topUp, await ensureCustomer(deps, topUp.company_id))
  const { cancelled_because: cancelledBecause } = topUp
  if (cancelledBecause !== null)
    return endUnpaid(deps, order, (context) => cancelTopUp(context, order, cancelledBecause))
  if (topUp.age_minutes >= triedForMinutesMax)
    return endUnpaid(deps, order, (context) =>
      failTopUp(context, order, 'the payment could not be made within a day'),
    )
  try {
    const outcome = await deps.provider.payPackInvoice(order)
    if (outcome.kind === 'key_spent') {
      await changeKey(deps, topUp)
      return false
    }
    await apply(deps, order, async (context) => {
      await applyInvoice(context, outcome.invoice)
      if (outcome.kind === 'declined') await failTopUp(context, order, outcome.reason)
    })
    return true
  } catch (thrown) {
    if (!isRefusal(thrown) || topUp.age_minutes < refusedForMinutesMax) throw thrown
    return endUnpaid(deps, order, (context) => failTopUp(context, order, thrown.publicMessage))
  }
}

function toOrder(topUp: PendingTopUp, customerId: string): PackInvoice {
  return {
    purchaseId: topUp.id,
    companyId: topUp.company_id,
    customerId,
    packId: topUp.pack_id,
    creditsMicros: topUp.credits_micros,
    amountMinor: topUp.price_minor,
    currency: topUp.currency,
    description: `${topUp.pack_name} (automatic top-up)`,
    keyNumber: topUp.key_number,
    attempt: topUp.attempts,
    begunAt: topUp.created_at,
  }
}

/** Closes the invoice first, so that it cannot be paid afterwards. If it was paid before, the top-up is completed. */
async function endUnpaid(
  deps: InboxDeps,
  order: PackInvoice,
  end: (context: ApplyContext) => Promise<void>,
): Promise<boolean> {
  const invoice = await closeInvoice(deps, order)
  await apply(deps, order, async (context) => {
    if (invoice) await applyInvoice(context, invoice)
    if (invoice?.status !== 'PAID') await end(context)
  })
  return true
}

async function closeInvoice(deps: InboxDeps, order: PackInvoice): Promise<InvoiceFact | undefined> {
  try {
    return await deps.provider.closePackInvoice(order)
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    // The provider would refuse it again. Should the invoice still be paid, its event credits the pack.
    deps.logger.error('invoice of a top-up that ended could not be voided', {
      error: thrown,
      purchase_id: order.purchaseId,
      company_id: order.companyId,
    })
    return undefined
  }
}

function isRefusal(thrown: unknown): thrown is Fault {
  if (!(thrown instanceof Fault)) return false
  return thrown.code === 'billing.provider_refused' || thrown.code === 'billing.provider_object_missing'
}

async function apply(
  deps: InboxDeps,
  { customerId, companyId }: PackInvoice,
  work: (context: ApplyContext) => Promise<void>,
): Promise<void> {
  const effects = createAppliedEffects()
  const { ids, logger, onNotice, databases, clock } = deps
  await databases
    .of(companyId)
    .transaction()
    .execute(async (tx) => {
      await lockCustomer(tx, customerId)
      await work({ tx, ids, logger, asOf: new Date(clock.wallMs()), effects, onNotice })
    })
  if (effects.companyIds.size > 0) deps.onCompaniesChanged?.([...effects.companyIds])
}

/** Two processes that met the same server error go on with the same new key. */
async function changeKey(
  { databases }: InboxDeps,
  { id, company_id: companyId, key_number: keyNumber }: PendingTopUp,
): Promise<void> {
  await databases
    .of(companyId)
    .updateTable('top_ups')
    .set({ key_number: keyNumber + 1 })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('key_number', '=', keyNumber)
    .execute()
}
