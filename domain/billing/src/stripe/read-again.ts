// Reads an event again that the provider lists in another API version than ours. The list renders an event in the version
// of its creation, which is the account's default; only webhooks follow the version of their endpoint.
import { Fault } from '@gatehouse/runtime/fault'
import type { Stripe } from 'stripe'
import { type ProviderEvent, isHandledType } from '../facts/provider-event.ts'
import { translateFaults } from './provider-fault.ts'
import { readEvent } from './read-fact.ts'

/**
 * The event with its object as it is now, which may be later than the event: the effect of a fact does not depend on the
 * message that carried it. Undefined if the object cannot be fetched: a preview of an invoice has no id, and the provider
 * may not have the object.
 */
export async function readAgain(
  stripe: Stripe,
  { type, objectId, payload, createdAt, apiVersion }: ProviderEvent,
  version: string,
): Promise<ProviderEvent | undefined> {
  if (!isHandledType(type) || objectId === null || !isRecord(payload)) return undefined
  const object = await retrieve(stripe, type, objectId)
  if (object === undefined) return undefined
  // The event's own version is kept for operators.
  const again = { ...payload, api_version: version, listed_api_version: apiVersion, data: { object } }
  return readEvent(again, createdAt)
}

/** Undefined if the provider does not have the object. */
async function retrieve(stripe: Stripe, type: string, id: string): Promise<unknown> {
  try {
    return await translateFaults<unknown>(retrieveByType(stripe, type, id))
  } catch (thrown) {
    if (thrown instanceof Fault && thrown.kind === 'not_found') return undefined
    throw thrown
  }
}

function retrieveByType(stripe: Stripe, type: string, id: string): Promise<unknown> {
  if (type.startsWith('checkout.session.')) return stripe.checkout.sessions.retrieve(id)
  if (type.startsWith('invoice.')) return stripe.invoices.retrieve(id)
  if (type.startsWith('customer.subscription.')) return stripe.subscriptions.retrieve(id)
  if (type.startsWith('charge.dispute.')) return stripe.disputes.retrieve(id)
  return type === 'charge.refund.updated' ? stripe.refunds.retrieve(id) : stripe.charges.retrieve(id)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
