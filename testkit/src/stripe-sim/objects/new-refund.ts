import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from '../account/sim-account.ts'

export function newRefund(
  account: SimAccount,
  values: Pick<Stripe.Refund, 'amount' | 'currency' | 'charge' | 'payment_intent'> & Partial<Stripe.Refund>,
): Stripe.Refund {
  return {
    id: account.ids.create('re'),
    object: 'refund',
    balance_transaction: account.ids.create('txn'),
    created: nowOf(account),
    metadata: {},
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...values,
  }
}
