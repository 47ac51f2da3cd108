// A message of the payment provider, before anybody has looked at what it says.
export type ProviderEvent = {
  id: string
  type: string
  /** The provider tells whole seconds only, so several messages of one payment have the same. */
  createdAt: Date
  apiVersion: string | null
  isLive: boolean
  /** An upcoming invoice has none. */
  objectId: string | null
  customerId: string | null
  /** The whole message, as it came. */
  payload: unknown
  /** Why the message cannot be read; null if it has the shape of an event. */
  shapeProblem: string | null
}

/** What the webhook is registered for, exactly. */
export const registeredEventTypes = [
  'checkout.session.completed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.finalized',
  'invoice.finalization_failed',
  'invoice.payment_action_required',
  'invoice.upcoming',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'charge.refunded',
] as const

/**
 * What nobody sends us but the provider's list of events tells: late payments, disputes, refunds that failed. With the
 * registered ones they are twenty, which is as many as the list can be asked for at once.
 */
export const sweptEventTypes = [
  ...registeredEventTypes,
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.dispute.created',
  'charge.dispute.closed',
  'charge.refund.updated',
] as const

export type SweptEventType = (typeof sweptEventTypes)[number]

export function isHandledType(type: string): type is SweptEventType {
  return (sweptEventTypes as readonly string[]).includes(type)
}
