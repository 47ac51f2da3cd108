import type { Stripe } from 'stripe'
import { nowOf, type SimAccount } from './sim-account.ts'

export const apiVersion = '2023-10-16'

type EventExtras = {
  previous?: Record<string, unknown> | undefined
  createdSeconds?: number | undefined
  apiVersion?: string | undefined
  livemode?: boolean | undefined
}

/** Emits an event with a copy of the object, so that later changes do not show in it. */
export function emitEvent(
  account: SimAccount,
  type: string,
  object: object,
  extras: EventExtras = {},
): Stripe.Event {
  const event = {
    id: account.ids.create('evt'),
    object: 'event',
    api_version: extras.apiVersion ?? apiVersion,
    created: extras.createdSeconds ?? nowOf(account),
    data: {
      object: structuredClone(object),
      ...(extras.previous ? { previous_attributes: structuredClone(extras.previous) } : {}),
    },
    livemode: extras.livemode ?? false,
    pending_webhooks: [...account.endpoints.values()].filter((endpoint) => isWanted(endpoint, type)).length,
    request: { id: account.request.id, idempotency_key: account.request.idempotencyKey },
    type,
  } as Stripe.Event
  account.events.push(event)
  account.onEvent(event)
  return event
}

/** Emits the same fact under another event id, as the provider does when two changes to an object coincide. */
export function emitAgain(account: SimAccount, event: Stripe.Event): Stripe.Event {
  const again = { ...structuredClone(event), id: account.ids.create('evt') }
  account.events.push(again)
  account.onEvent(again)
  return again
}

export function isWanted(endpoint: Stripe.WebhookEndpoint, type: string): boolean {
  return (
    endpoint.status === 'enabled' &&
    (endpoint.enabled_events.includes('*') || endpoint.enabled_events.includes(type))
  )
}
