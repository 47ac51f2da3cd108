// Recreates a purchase whose row is missing, for example after restoring a backup. The provider's metadata says what was
// sold to whom, and the money was taken.
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'
import type { PackOffer } from '../facts/provider-fact.ts'
import type { ApplyContext } from './apply-context.ts'

export type Purchase = Selectable<Tables['credit_pack_purchases']>

type LostPurchase = { purchaseId: string; companyId: string; offer: PackOffer; sessionId: string | null }

export async function restorePurchase(
  { tx, effects }: ApplyContext,
  { purchaseId, companyId, offer, sessionId }: LostPurchase,
): Promise<Purchase> {
  effects.summary.push(`purchase ${purchaseId} restored from the provider's record`)
  return tx
    .insertInto('credit_pack_purchases')
    .values({
      id: purchaseId,
      company_id: companyId,
      pack_id: offer.packId,
      credits_micros: offer.creditsMicros,
      price_minor: offer.priceMinor,
      currency: offer.currency,
      provider_session_id: sessionId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
