import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import type { CreditPack, Plan } from '../../offers.ts'

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
