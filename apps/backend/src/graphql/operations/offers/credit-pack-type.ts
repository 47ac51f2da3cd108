import { fromMinorUnits } from '@gatehouse/billing/money'
import type { CreditPack } from '@gatehouse/billing/offers'
import { defineObject, field, shapes } from '../../schema/shape.ts'

export const microsPerCredit = 1_000_000

/** Exactly these six fields: the payment provider's ids are not exposed. */
export const creditPackType = defineObject<CreditPack>('CreditPackOutput', 'Credits that are sold once.', {
  id: field(shapes.id, (pack) => pack.id),
  name: field(shapes.string, (pack) => pack.name),
  credits: field(shapes.float, (pack) => Number(pack.creditsMicros) / microsPerCredit),
  price: field(shapes.float, (pack) => fromMinorUnits(pack.priceMinor, pack.currency)),
  currency: field(shapes.string, (pack) => pack.currency),
  sortOrder: field(shapes.int, (pack) => pack.sortOrder),
})
