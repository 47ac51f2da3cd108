// A purchase of a credit pack, as the buyer and the payment provider know it, and the provider's facts about it.
import type { ChargeFact, CheckoutFact } from '@gatehouse/billing/provider-fact'
import { refundShareMicros } from '@gatehouse/credits/credit'
import type { Row } from '../rows/row.ts'

export type Purchase = {
  readonly id: string
  readonly companyId: string
  readonly grantedMicros: bigint
  isPaid: boolean
  refundedMinor: bigint
  /** The most that was refunded at any time; more than `refundedMinor` if a refund has failed. */
  refundedMinorMax: bigint
}

export const priceMinor = 105n
const currency = 'eur'
export const packId = '00000000-0000-7000-a000-000000000001'

export function createPurchase(number: number, companyId: string, grantedMicros: bigint): Purchase {
  const id = `00000000-0000-7000-9000-${String(number).padStart(12, '0')}`
  return { id, companyId, grantedMicros, isPaid: false, refundedMinor: 0n, refundedMinorMax: 0n }
}

export function chargeIdOf({ id }: Purchase): string {
  return `ch ${id}`
}

/** Credits that must have been taken back once all refunds are applied. */
export function dueBackMicros({ grantedMicros }: Purchase, refundedMinor: bigint): bigint {
  return refundShareMicros(grantedMicros, priceMinor, refundedMinor)
}

export function toCheckoutFact(purchase: Purchase, payment: CheckoutFact['payment']): CheckoutFact {
  const { id, companyId, grantedMicros: creditsMicros } = purchase
  return {
    kind: 'checkout',
    sessionId: `cs ${id}`,
    mode: 'payment',
    payment,
    customerId: `cus ${companyId}`,
    companyId,
    purchaseId: id,
    offer: { packId, creditsMicros, priceMinor, currency },
    paymentIntentId: `pi ${id}`,
    subscriptionId: null,
    invoiceId: null,
    amountMinor: priceMinor,
    currency,
  }
}

/** Some charges name their purchase; the others are found by their payment, once it is known. */
export function toChargeFact(purchase: Purchase, namesPurchase: boolean): ChargeFact {
  const { id, companyId, refundedMinor } = purchase
  return {
    kind: 'charge',
    chargeId: chargeIdOf(purchase),
    amountMinor: priceMinor,
    refundedMinor,
    paymentIntentId: `pi ${id}`,
    invoiceId: null,
    customerId: `cus ${companyId}`,
    purchaseId: namesPurchase ? id : null,
  }
}

/** As a checkout writes it before the buyer pays. */
export function toPurchaseRow({ id, companyId, grantedMicros }: Purchase): Row {
  return {
    id,
    company_id: companyId,
    pack_id: packId,
    credits_micros: grantedMicros,
    price_minor: priceMinor,
    currency,
    provider_session_id: `cs ${id}`,
  }
}
