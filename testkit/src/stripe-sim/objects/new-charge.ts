import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from '../account/sim-account.ts'

/** At this API version a charge comes without `refunds` unless they are expanded. */
export type StoredCharge = Omit<Stripe.Charge, 'refunds'>

export function newCharge(
  account: SimAccount,
  values: Pick<StoredCharge, 'amount' | 'currency' | 'customer' | 'payment_intent'> & Partial<StoredCharge>,
): StoredCharge {
  const address = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return {
    id: account.ids.create('ch'),
    object: 'charge',
    amount_captured: values.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: account.ids.create('txn'),
    billing_details: { address, email: null, name: null, phone: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: nowOf(account),
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    invoice: null,
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
    ...values,
  }
}
