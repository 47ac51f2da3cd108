import type { ProviderFact } from '../../facts/provider-fact.ts'
import { type FetchedCharge, applyCharge, applyDispute, applyFailedRefund } from './apply-charge.ts'
import { applyCheckout } from './apply-checkout.ts'
import { applyInvoice } from './apply-invoice.ts'
import { applySubscription } from './apply-subscription.ts'
import { type Applied, type ApplyContext, applied } from './apply-context.ts'

export type FactToApply = {
  fact: ProviderFact
  eventType: string
  /** For refunds and disputes, the charge as fetched from the provider. */
  fetched?: FetchedCharge | undefined
}

export async function applyFact(
  context: ApplyContext,
  { fact, eventType, fetched }: FactToApply,
): Promise<Applied> {
  switch (fact.kind) {
    case 'checkout':
      return applyCheckout(context, fact)
    case 'invoice':
      return applyInvoice(context, fact, eventType)
    case 'subscription':
      return applySubscription(context, fact, eventType)
    case 'charge':
      return applyCharge(context, fact, fetched)
    case 'refund':
      return fact.hasFailed && fetched ? applyFailedRefund(context, fetched) : applied
    case 'dispute':
      return fetched ? applyDispute(context, fact, fetched) : applied
  }
}
