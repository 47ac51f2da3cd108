// Polls for what no event may ever report: a payment that took days, an abandoned checkout, a voided invoice. A
// purchase is checked at growing intervals, an invoice at fixed ones.
import { sql } from 'kysely'
import type { Database } from '@gatehouse/schema/database'
import { Fault } from '@gatehouse/runtime/fault'
import { type ApplyContext, createAppliedEffects, lockCustomer } from '../apply/apply-context.ts'
import { applyCheckout } from '../apply/apply-checkout.ts'
import { applyInvoice } from '../apply/apply-invoice.ts'
import type { InboxDeps } from '../billing-deps.ts'

const claimsMax = 20

/** Claims the due purchases before querying the provider, so that several processes query each one only once. */
export async function checkPendingPurchases(deps: InboxDeps): Promise<number> {
  let checked = 0
  for (const database of deps.databases.all()) checked += await checkPurchasesOfShard(deps, database)
  return checked
}

async function checkPurchasesOfShard(deps: InboxDeps, database: Database): Promise<number> {
  const { rows } = await sql<{ id: string; provider_session_id: string | null; is_old: boolean }>`
    update credit_pack_purchases p
       set checks = checks + 1, next_check_at = now() + least(interval '1 day', interval '10 minutes' * 2 ^ least(checks, 8))
     where p.id in (select id from credit_pack_purchases
                     where status = 'PENDING' and next_check_at <= now()
                     order by next_check_at limit ${claimsMax} for update skip locked)
    returning p.id, p.provider_session_id, p.created_at < now() - interval '14 days' as is_old`.execute(
    database,
  )
  for (const row of rows) {
    if (row.provider_session_id !== null) await syncPurchase(deps, row.id)
    if (row.is_old) await giveUp(database, row.id)
  }
  return rows.length
}

/**
 * Brings a purchase in line with its checkout at the provider. A client waiting for a payment may call this function
 * too: it has the same effect as the provider's event, under the same key, so it does not matter which of the two comes
 * first.
 */
export async function syncPurchase(deps: InboxDeps, purchaseId: string): Promise<void> {
  const sessionId = await findSession(deps, purchaseId)
  if (sessionId === null) return
  const fact = await tryQuery(deps, () => deps.provider.readCheckout(sessionId))
  if (!fact) return
  await apply(deps, fact.customerId ?? purchaseId, (context) => applyCheckout(context, fact))
}

/** The caller does not know the company. */
async function findSession({ databases }: InboxDeps, purchaseId: string): Promise<string | null> {
  for (const database of databases.all()) {
    const purchase = await database
      .selectFrom('credit_pack_purchases')
      .select(['provider_session_id'])
      .where('id', '=', purchaseId)
      .executeTakeFirst()
    if (purchase) return purchase.provider_session_id
  }
  return null
}

/** Checks open invoices. Overdue ones are checked more often, because they block the company. */
export async function checkOpenInvoices(deps: InboxDeps): Promise<number> {
  let checked = 0
  for (const database of deps.databases.all()) checked += await checkInvoicesOfShard(deps, database)
  return checked
}

async function checkInvoicesOfShard(deps: InboxDeps, database: Database): Promise<number> {
  const { rows } = await sql<{ provider_invoice_id: string }>`
    update invoices i
       set next_check_at = now() + case when due_at < now() then interval '5 minutes' else interval '1 hour' end
     where i.id in (select id from invoices
                     where status = 'OPEN' and provider_invoice_id is not null
                       and (next_check_at <= now() or (due_at <= now() and next_check_at > now() + interval '5 minutes'))
                     order by next_check_at limit ${claimsMax} for update skip locked)
    returning i.provider_invoice_id`.execute(database)
  for (const { provider_invoice_id: id } of rows) {
    const fact = await tryQuery(deps, () => deps.provider.readInvoice(id))
    if (fact) await apply(deps, fact.customerId ?? id, (context) => applyInvoice(context, fact))
  }
  return rows.length
}

async function tryQuery<T>(deps: InboxDeps, query: () => Promise<T>): Promise<T | undefined> {
  try {
    return await query()
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown
    deps.logger.warn('payment provider could not be queried', { error: thrown })
    return undefined
  }
}

async function apply(
  deps: InboxDeps,
  lockKey: string,
  work: (context: ApplyContext) => Promise<unknown>,
): Promise<void> {
  const effects = createAppliedEffects()
  const { ids, logger, onNotice } = deps
  await deps.database.transaction().execute(async (tx) => {
    await lockCustomer(tx, lockKey)
    await work({ tx, ids, logger, asOf: new Date(deps.clock.wallMs()), effects, onNotice })
  })
  if (effects.companyIds.size > 0) deps.onCompaniesChanged?.([...effects.companyIds])
}

async function giveUp(database: Database, purchaseId: string): Promise<void> {
  await database
    .updateTable('credit_pack_purchases')
    .set((set) => ({
      status: set
        .case()
        .when('is_awaiting_payment', '=', true)
        .then(sql<'FAILED' | 'EXPIRED'>`'FAILED'::credit_pack_purchase_status`)
        .else(sql<'FAILED' | 'EXPIRED'>`'EXPIRED'::credit_pack_purchase_status`)
        .end(),
      updated_at: sql`now()`,
    }))
    .where('id', '=', purchaseId)
    .where('status', '=', 'PENDING')
    .execute()
}
