import type { Stripe } from 'stripe'

/** At this API version a charge comes without `refunds` unless they are expanded. */
export type StoredCharge = Omit<Stripe.Charge, 'refunds'>
