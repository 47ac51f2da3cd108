import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from '../account/sim-account.ts'

export const sessionLifetimeSeconds = 24 * 60 * 60

export function newCheckoutSession(
  account: SimAccount,
  values: Pick<Stripe.Checkout.Session, 'mode'> & Partial<Stripe.Checkout.Session>,
): Stripe.Checkout.Session {
  const now = nowOf(account)
  const id = account.ids.create('cs_test')
  return {
    id,
    object: 'checkout.session',
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    expires_at: now + sessionLifetimeSeconds,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    metadata: {},
    payment_intent: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    recovered_from: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_details: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted',
    url: `${account.baseUrl()}/pay/${id}`,
    ...values,
  }
}
