// What a company may see of its own billing, newest first.
import type { Tables } from '@gatehouse/schema/tables'
import type { Kysely, Selectable } from 'kysely'

export type InvoiceRow = Selectable<Tables['invoices']>
export type PurchaseRow = Selectable<Tables['credit_pack_purchases']>
export type SubscriptionRow = Selectable<Tables['subscriptions']>

const listedMax = 100

export function listInvoices(database: Kysely<Tables>, companyId: string): Promise<InvoiceRow[]> {
  return database
    .selectFrom('invoices')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(listedMax)
    .execute()
}

export function listPurchases(database: Kysely<Tables>, companyId: string): Promise<PurchaseRow[]> {
  return database
    .selectFrom('credit_pack_purchases')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .limit(listedMax)
    .execute()
}

/** The active subscription, otherwise the most recent one. */
export function findSubscription(
  database: Kysely<Tables>,
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
