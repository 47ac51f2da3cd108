import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { sql } from 'kysely'
import { ensurePricing } from '../../ensure-pricing.ts'
import { type CreditPack, type NewCreditPack, type PackTerms, readPackTerms } from '../../offers.ts'
import type { By, CatalogDeps } from './catalog-deps.ts'
import { toCreditPack } from './offer-rows.ts'

/**
 * The row first, then the provider, then its ids into the row. The same terms are the same pack: whoever repeats a
 * request whose answer was lost, or whose way broke off, gets that pack with what was missing.
 */
export async function createCreditPack(deps: CatalogDeps, input: NewCreditPack, by: By): Promise<CreditPack> {
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

async function insertPack({ database, ids }: CatalogDeps, terms: PackTerms, by: By): Promise<CreditPack> {
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
