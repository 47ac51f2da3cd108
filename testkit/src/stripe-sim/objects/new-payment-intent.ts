import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from '../account/sim-account.ts'

export function newPaymentIntent(
  account: SimAccount,
  values: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'customer'> & Partial<Stripe.PaymentIntent>,
): Stripe.PaymentIntent {
  const id = account.ids.create('pi')
  return {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_sim`,
    confirmation_method: 'automatic',
    created: nowOf(account),
    description: null,
    invoice: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...values,
  }
}
