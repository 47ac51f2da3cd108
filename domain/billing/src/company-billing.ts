// What a company may see of its own billing, newest first, and the limits that its plan sets.
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'

export type InvoiceRow = Selectable<Tables['invoices']>
export type PurchaseRow = Selectable<Tables['credit_pack_purchases']>
export type SubscriptionRow = Selectable<Tables['subscriptions']>

export type BillingPage = { limit: number; beforeId?: string | undefined }

export function listInvoices(
  database: Database,
  companyId: string,
  { limit, beforeId }: BillingPage,
): Promise<InvoiceRow[]> {
  let query = database
    .selectFrom('invoices')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.execute()
}

export function listPurchases(
  database: Database,
  companyId: string,
  { limit, beforeId }: BillingPage,
): Promise<PurchaseRow[]> {
  let query = database
    .selectFrom('credit_pack_purchases')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.execute()
}

export function findPurchase(
  database: Database,
  { companyId, purchaseId }: { companyId: string; purchaseId: string },
): Promise<PurchaseRow | undefined> {
  return database
    .selectFrom('credit_pack_purchases')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', purchaseId)
    .executeTakeFirst()
}

/** The active subscription, otherwise the most recent one. */
export function findSubscription(
  database: Database,
  companyId: string,
): Promise<SubscriptionRow | undefined> {
  return database
    .selectFrom('subscriptions')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('is_active', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Upper bounds for the limits of a company's keys; null where its plan sets none. */
export type KeyCeilings = { rpmLimitMax: number | null; tpmLimitMax: number | null }

/**
 * Taken from the plan of the active subscription, or from the plan of the postpaid terms. Gateways apply the same SQL
 * function.
 */
export async function readKeyCeilings(database: Database, companyId: string): Promise<KeyCeilings> {
  const { rows } = await sql<{ rpm_limit_max: number | null; tpm_limit_max: number | null }>`
    select rpm_limit_max, tpm_limit_max from key_ceilings(${companyId}::uuid)`.execute(database)
  return { rpmLimitMax: rows[0]?.rpm_limit_max ?? null, tpmLimitMax: rows[0]?.tpm_limit_max ?? null }
}
