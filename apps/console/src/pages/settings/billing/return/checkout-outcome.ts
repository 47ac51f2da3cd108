// What became of a visit to the payment page, as far as the platform knows it.
import type { Purchase } from '../billing-data.ts'
import type { BillingResult } from '../billing.generated.ts'
import type { BillingSearch } from '../billing-search.ts'

export type CheckoutOutcome =
  | { kind: 'none' }
  | { kind: 'left' }
  | { kind: 'waiting' | 'processing' | 'credited'; purchase: Purchase }
  | { kind: 'failed' }
  /** The checkout of a plan, whose reference belongs to no purchase. */
  | { kind: 'waitingForPlan' }
  | { kind: 'planActive'; planId: string | null }

export function outcomeOf(
  { checkout, reference }: BillingSearch,
  { purchases, subscription }: Pick<BillingResult, 'purchases' | 'subscription'>,
): CheckoutOutcome {
  if (checkout === undefined) return { kind: 'none' }
  const purchase = purchases.nodes.find(({ id }) => id === reference)
  // A payment can be made in another tab although this one came back without it.
  if (checkout === 'left' && !(purchase && isPaid(purchase))) return { kind: 'left' }
  if (purchase) return outcomeOfPurchase(purchase)
  return subscription?.isActive === true
    ? { kind: 'planActive', planId: subscription.planId }
    : { kind: 'waitingForPlan' }
}

/** Also while the bank is processing the payment. */
function isPaid({ completedAt, isPaymentProcessing }: Purchase): boolean {
  return completedAt !== null || isPaymentProcessing
}

function outcomeOfPurchase(purchase: Purchase): CheckoutOutcome {
  switch (purchase.status) {
    case 'PENDING':
      return { kind: purchase.isPaymentProcessing ? 'processing' : 'waiting', purchase }
    case 'FAILED':
    case 'EXPIRED':
      return { kind: 'failed' }
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
    case 'REFUNDED':
      return { kind: 'credited', purchase }
  }
}
