import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from '../account/sim-account.ts'

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
