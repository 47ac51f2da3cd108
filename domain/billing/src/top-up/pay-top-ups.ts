// Pays the invoices of top-ups. Every attempt continues where the previous one ended, from what the provider shows: after a
// lost response or a crash, the next attempt finds the same invoice. The provider's events have the same effect, under the
// same keys.
import { sql } from 'kysely'
import { applyInvoice } from '../apply/apply-invoice.ts'
import { createAppliedEffects, lockCustomer } from '../apply/apply-context.ts'
import type { InboxDeps } from '../billing-deps.ts'
import { ensureCustomer } from '../checkout/ensure-customer.ts'
import { failTopUp } from './apply-top-up.ts'

// Maximum number of payments per run, so that a service that is stopping does not wait long.
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
}

export type PayOptions = {
  /** Pause after the first attempt, which grows with each. Longer than an attempt takes. */
  retryMs?: number
}

/** A failure for one top-up is logged and retried later; the others are still paid. Returns the number paid or declined. */
export async function payTopUps(deps: InboxDeps, { retryMs = 120_000 }: PayOptions = {}): Promise<number> {
  let ended = 0
  for (let tried = 0; tried < attemptsMax; tried += 1) {
    const topUp = await claimOne(deps, retryMs)
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

async function claimOne({ database }: InboxDeps, retryMs: number): Promise<PendingTopUp | undefined> {
  const { rows } = await sql<PendingTopUp>`
    update top_ups t
       set attempts = t.attempts + 1,
           next_attempt_at = now() + least(make_interval(secs => ${retryMs / 1_000}::float8 * (t.attempts + 1)), interval '1 hour')
      from credit_pack_purchases p join credit_packs k on k.id = p.pack_id
     where p.id = t.id
       and t.id = (select id from top_ups where status = 'PENDING' and next_attempt_at <= now()
                    order by next_attempt_at limit 1 for update skip locked)
    returning t.id, t.company_id, t.key_number, t.attempts, p.pack_id, k.name as pack_name, p.credits_micros,
              p.price_minor, p.currency`.execute(database)
  return rows[0]
}

/** False if the outcome is not known yet. */
async function payOne(deps: InboxDeps, topUp: PendingTopUp): Promise<boolean> {
  const { id, company_id: companyId, key_number: keyNumber } = topUp
  const customerId = await ensureCustomer(deps, companyId)
  const outcome = await deps.provider.payPackInvoice({
    purchaseId: id,
    companyId,
    customerId,
    packId: topUp.pack_id,
    creditsMicros: topUp.credits_micros,
    amountMinor: topUp.price_minor,
    currency: topUp.currency,
    description: `${topUp.pack_name} (automatic top-up)`,
    keyNumber,
    attempt: topUp.attempts,
  })
  if (outcome.kind === 'key_spent') {
    await changeKey(deps, topUp)
    return false
  }
  const effects = createAppliedEffects()
  const { ids, logger, onNotice, database, clock } = deps
  await database.transaction().execute(async (tx) => {
    await lockCustomer(tx, customerId)
    const context = { tx, ids, logger, asOf: new Date(clock.wallMs()), effects, onNotice }
    await applyInvoice(context, outcome.invoice)
    if (outcome.kind === 'declined') await failTopUp(context, { companyId, purchaseId: id }, outcome.reason)
  })
  if (effects.companyIds.size > 0) deps.onCompaniesChanged?.([...effects.companyIds])
  return true
}

/** Two processes that met the same server error go on with the same new key. */
async function changeKey(
  { database }: InboxDeps,
  { id, company_id: companyId, key_number: keyNumber }: PendingTopUp,
): Promise<void> {
  await database
    .updateTable('top_ups')
    .set({ key_number: keyNumber + 1 })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('key_number', '=', keyNumber)
    .execute()
}
