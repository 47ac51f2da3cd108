import type { Stripe } from 'stripe'
import { type SimAccount, type StoredCharge, nowOf } from '../account/sim-account.ts'

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

const evidenceDays = 20

export function newDispute(
  account: SimAccount,
  values: Pick<Stripe.Dispute, 'amount' | 'currency' | 'charge' | 'payment_intent'>,
): Stripe.Dispute {
  const now = nowOf(account)
  return {
    id: account.ids.create('dp'),
    object: 'dispute',
    balance_transactions: [],
    created: now,
    evidence: noEvidence,
    evidence_details: {
      due_by: now + evidenceDays * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    reason: 'fraudulent',
    status: 'needs_response',
    ...values,
  }
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
