// Maps a failed call to the provider to a fault.
import { Fault } from '@gatehouse/runtime/fault'
import { Stripe } from 'stripe'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    billing:
      | 'billing.company_unknown'
      | 'billing.event_unknown'
      | 'billing.offer_invalid'
      | 'billing.offer_unknown'
      | 'billing.offer_unpriced'
      | 'billing.pack_exists'
      | 'billing.postpaid_terms'
      | 'billing.provider_denied'
      | 'billing.provider_object_missing'
      | 'billing.provider_refused'
      | 'billing.provider_unavailable'
      | 'billing.subscription_exists'
      | 'billing.terms_fixed'
      | 'billing.time_in_future'
  }
}

const { StripeError } = Stripe.errors

export async function translateFaults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    throw toProviderFault(thrown)
  }
}

function toProviderFault(thrown: unknown): unknown {
  if (!(thrown instanceof StripeError)) return thrown
  if (thrown.type === 'StripeInvalidRequestError' || thrown.type === 'StripeCardError')
    return rejected(thrown)
  if (thrown.type === 'StripeAuthenticationError' || thrown.type === 'StripePermissionError')
    return credentialsRejected(thrown)
  return unavailable(thrown)
}

/**
 * Passes the provider's own message on, because an operator needs to know, for example, that a price does not exist.
 */
function rejected(cause: InstanceType<typeof StripeError>): Fault {
  const isMissing = cause.code === 'resource_missing'
  return new Fault({
    kind: isMissing ? 'not_found' : 'invalid',
    code: isMissing ? 'billing.provider_object_missing' : 'billing.provider_refused',
    publicMessage: `The payment provider refused: ${cause.message}`,
    context: describe(cause),
    cause,
  })
}

function credentialsRejected(cause: InstanceType<typeof StripeError>): Fault {
  return new Fault({
    kind: 'internal',
    code: 'billing.provider_denied',
    publicMessage: 'The payment provider does not accept the credentials of this service.',
    context: describe(cause),
    cause,
  })
}

/** Also covers calls whose outcome is unknown, because every call can be repeated safely. */
function unavailable(cause: InstanceType<typeof StripeError>): Fault {
  const retryAfterS = Number(cause.headers?.['retry-after'] ?? 1)
  return new Fault({
    kind: 'unavailable',
    code: 'billing.provider_unavailable',
    publicMessage: 'The payment provider cannot be reached. Try again shortly.',
    retryAfterMs: Number.isFinite(retryAfterS) ? retryAfterS * 1_000 : 1_000,
    context: describe(cause),
    cause,
  })
}

function describe({ type, code, statusCode, requestId }: InstanceType<typeof StripeError>) {
  return { type, code, status: statusCode, provider_request_id: requestId }
}
