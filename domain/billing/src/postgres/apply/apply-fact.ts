import type { ProviderFact } from '../../facts/provider-fact.ts'
import { type AskedCharge, applyCharge, applyDispute, applyFailedRefund } from './apply-charge.ts'
import { applyCheckout } from './apply-checkout.ts'
import { applyInvoice } from './apply-invoice.ts'
import { applySubscription } from './apply-subscription.ts'
import { type Applied, type Applying, applied } from './applying.ts'

export type FactToApply = {
  fact: ProviderFact
  eventType: string
  /** For refunds and disputes: what the provider says of the charge now. */
  asked?: AskedCharge | undefined
}

/** Every fact that moves something, in one place. */
export async function applyFact(
  applying: Applying,
  { fact, eventType, asked }: FactToApply,
): Promise<Applied> {
  switch (fact.kind) {
    case 'checkout':
      return applyCheckout(applying, fact)
    case 'invoice':
      return applyInvoice(applying, fact, eventType)
    case 'subscription':
      return applySubscription(applying, fact, eventType)
    case 'charge':
      return applyCharge(applying, fact, asked)
    case 'refund':
      return fact.hasFailed && asked ? applyFailedRefund(applying, asked) : applied
    case 'dispute':
      return asked ? applyDispute(applying, fact, asked) : applied
  }
}
