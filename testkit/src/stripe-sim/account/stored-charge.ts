import type { Stripe } from 'stripe'

/** At this API version a charge omits `refunds` unless they are expanded. */
export type StoredCharge = Omit<Stripe.Charge, 'refunds'>
