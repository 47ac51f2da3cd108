import type { Stripe } from 'stripe'
import { type SimAccount, nowOf } from '../account/sim-account.ts'
import type { ApiCall, ApiRoute } from '../wire/api-route.ts'
import { listPage, listParams } from '../wire/list-page.ts'
import { renderNewerEvent } from '../wire/render-newer-event.ts'
import { findOrRefuse, invalid, noSuch } from '../wire/refusal.ts'

const eventTypesMax = 20

export const eventRoutes: readonly ApiRoute[] = [
  {
    method: 'GET',
    path: '/v1/events',
    params: ['type', 'types', 'delivery_success', ...listParams],
    answer: listEvents,
  },
  { method: 'GET', path: '/v1/events/:id', params: [], answer: findEvent },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: ['url', 'enabled_events', 'api_version', 'description', 'metadata'],
    answer: createEndpoint,
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: listParams,
    answer: ({ account, params }) =>
      listPage([...account.endpoints.values()].map(withoutSecret), params, '/v1/webhook_endpoints'),
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    params: [],
    answer({ account, id }) {
      findOrRefuse(account.endpoints, { what: 'webhook_endpoint', id })
      account.endpoints.delete(id)
      return { id, object: 'webhook_endpoint', deleted: true }
    },
  },
]

function recentEvents({ account }: ApiCall): Stripe.Event[] {
  const oldest = nowOf(account) - account.eventDays * 86_400
  const { listedApiVersion: version } = account
  const recent = account.events.filter(({ created }) => created >= oldest)
  return version === undefined ? recent : recent.map((event) => renderNewerEvent(event, version))
}

function findEvent(call: ApiCall): Stripe.Event {
  const event = recentEvents(call).find(({ id }) => id === call.id)
  if (!event) throw noSuch('event', call.id, 'id')
  return event
}

function listEvents(call: ApiCall): Stripe.ApiList<Stripe.Event> {
  const { params } = call
  const types = params.list('types')
  const type = params.text('type')
  const isDelivered = params.flag('delivery_success')
  if (types.length > eventTypesMax)
    throw invalid(`You may only specify up to ${eventTypesMax} event names.`, 'types')
  if (types.length > 0 && type !== undefined)
    throw invalid('You may only specify one of these parameters: type, types.', 'types')
  const isWanted = (event: Stripe.Event) =>
    (types.length === 0 || types.includes(event.type)) &&
    (type === undefined || matches(type, event.type)) &&
    (isDelivered === undefined || (event.pending_webhooks === 0) === isDelivered)
  return listPage(recentEvents(call).filter(isWanted), params, '/v1/events')
}

/** A pattern that ends with `*`, such as `invoice.*`, matches every type with that prefix. */
function matches(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type
}

function createEndpoint({ account, params }: ApiCall): Stripe.WebhookEndpoint {
  const endpoint = newWebhookEndpoint(account, {
    url: params.requiredText('url'),
    enabled_events: params.list('enabled_events'),
    api_version: params.text('api_version') ?? null,
    secret: account.ids.create('whsec'),
  })
  account.endpoints.set(endpoint.id, endpoint)
  return endpoint
}

/** The secret is shown once, when the endpoint is created. */
function withoutSecret(endpoint: Stripe.WebhookEndpoint): Stripe.WebhookEndpoint {
  const shown = { ...endpoint }
  delete shown.secret
  return shown
}

export function newWebhookEndpoint(
  account: SimAccount,
  values: Pick<Stripe.WebhookEndpoint, 'url' | 'enabled_events' | 'api_version'> & { secret: string },
): Stripe.WebhookEndpoint {
  return {
    id: account.ids.create('we'),
    object: 'webhook_endpoint',
    application: null,
    created: nowOf(account),
    description: null,
    livemode: false,
    metadata: {},
    status: 'enabled',
    ...values,
  }
}
