import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import { type CreditPack, type Plan, needsProviderPricing } from './offers.ts'

/** All plans, in display order. */
export async function listPlans(database: Database): Promise<Plan[]> {
  const rows = await database.selectFrom('plans').selectAll().orderBy('sort_order').orderBy('id').execute()
  return rows.map(toPlan)
}

/** The public price list: the plans that can be bought now, and the postpaid ones, which are agreed with us. */
export async function listPlansOnSale(database: Database): Promise<Plan[]> {
  return (await listPlans(database)).filter((plan) => plan.isActive && !needsProviderPricing(plan))
}

export async function listPacksOnSale(database: Database): Promise<CreditPack[]> {
  const rows = await database
    .selectFrom('credit_packs')
    .selectAll()
    .where('status', '=', 'ACTIVE')
    .where('provider_price_id', 'is not', null)
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map(toCreditPack)
}

/** All packs, including those that are no longer sold or have no price yet, in display order. */
export async function listPacks(database: Database): Promise<CreditPack[]> {
  const rows = await database
    .selectFrom('credit_packs')
    .selectAll()
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map(toCreditPack)
}

export async function findPlan(database: Database, id: string): Promise<Plan | undefined> {
  const row = await database.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toPlan(row)
}

export async function findPack(database: Database, id: string): Promise<CreditPack | undefined> {
  const row = await database.selectFrom('credit_packs').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toCreditPack(row)
}

export function toCreditPack(row: Selectable<Tables['credit_packs']>): CreditPack {
  return {
    id: row.id,
    name: row.name,
    creditsMicros: row.credits_micros,
    priceMinor: row.price_minor,
    currency: row.currency,
    sortOrder: row.sort_order,
    status: row.status,
    providerProductId: row.provider_product_id,
    providerPriceId: row.provider_price_id,
  }
}

export function toPlan(row: Selectable<Tables['plans']>): Plan {
  return {
    id: row.id,
    name: row.name,
    isActive: row.is_active,
    billingMode: row.billing_mode,
    creditsMicros: row.credits_micros,
    trialCreditsMicros: row.trial_credits_micros,
    trialDays: row.trial_days,
    priceMinor: row.price_minor,
    currency: row.currency,
    interval: row.billing_interval,
    sortOrder: row.sort_order,
    keyRpmLimitMax: row.key_rpm_limit_max,
    keyTpmLimitMax: row.key_tpm_limit_max,
    modelWorkMicros: row.model_work_micros,
    documentsPerDay: row.documents_per_day,
    documentBytesPerDay: row.document_bytes_per_day,
    providerProductId: row.provider_product_id,
    providerPriceId: row.provider_price_id,
    updatedAt: row.updated_at,
  }
}
