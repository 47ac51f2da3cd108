// An event of the payment provider as received, before its object is interpreted.
export type ProviderEvent = {
  id: string
  type: string
  /** Has a resolution of one second, so several events of one payment can share it. */
  createdAt: Date
  apiVersion: string | null
  isLive: boolean
  /** Null for an upcoming invoice, which has no id. */
  objectId: string | null
  customerId: string | null
  /** The complete event, unmodified; with the fetched object if it was listed in another API version. */
  payload: unknown
  /** Why the event cannot be parsed; null if it has the shape of an event. */
  shapeProblem: string | null
}

/** Event types for which the webhook endpoint is registered at the provider; a change here must also be made there. */
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
 * Event types read by the sweep: the registered ones, and those found only in the provider's event list (late payments,
 * disputes, failed refunds). They are twenty in all, the most types that one list request accepts.
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
