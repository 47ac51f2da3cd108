import { type AuditActor, recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { sql } from 'kysely'
import { ensurePricing } from '../../ensure-pricing.ts'
import { type CreditPack, type NewCreditPack, type PackTerms, readPackTerms } from '../../offers.ts'
import type { CatalogDeps } from './catalog-deps.ts'
import { toCreditPack } from './offer-rows.ts'

/**
 * Writes the row, then creates the price at the provider, then stores its ids in the row. Identical terms mean the same
 * pack: a retry after a lost response or an interrupted attempt returns that pack and completes what is missing.
 */
export async function createCreditPack(
  deps: CatalogDeps,
  input: NewCreditPack,
  by: AuditActor,
): Promise<CreditPack> {
  const pack = await insertPack(deps, readPackTerms(input), by)
  if (pack.providerPriceId !== null) return pack
  const pricing = await ensurePricing(deps.provider, { kind: 'pack', ...pack })
  const row = await deps.database
    .updateTable('credit_packs')
    .set({
      provider_product_id: pricing.productId,
      provider_price_id: pricing.priceId,
      updated_at: sql`now()`,
    })
    .where('id', '=', pack.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toCreditPack(row)
}

async function insertPack(
  { database, ids }: CatalogDeps,
  terms: PackTerms,
  by: AuditActor,
): Promise<CreditPack> {
  return database.transaction().execute(async (tx) => {
    const id = ids.uuid()
    const row = await tx
      .insertInto('credit_packs')
      .values({
        id,
        name: terms.name,
        credits_micros: terms.creditsMicros,
        price_minor: terms.priceMinor,
        currency: terms.currency,
        sort_order: terms.sortOrder,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['name', 'credits_micros', 'price_minor', 'currency'])
          .where('status', '=', 'ACTIVE')
          .doUpdateSet({ sort_order: terms.sortOrder }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    if (row.id === id) {
      await recordAuditEntry(ids, tx, {
        companyId: null,
        ...by,
        action: 'credit_pack.create',
        subject: { kind: 'credit_pack', id },
        details: {
          ...terms,
          creditsMicros: String(terms.creditsMicros),
          priceMinor: String(terms.priceMinor),
        },
      })
    }
    return toCreditPack(row)
  })
}
