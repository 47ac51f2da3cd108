// Fields of outgoing events and their endpoints.
import { asParent } from './as-parent.ts'

export const eventQueries = { eventDeliveries: 'companyAdmin', eventEndpoints: 'companyAdmin' } as const

export const eventMutations = {
  createEventEndpoint: 'companyAdmin',
  deleteEventEndpoint: 'companyAdmin',
  replayEventDelivery: 'companyAdmin',
  rotateEventEndpointSecret: 'companyAdmin',
  testEventEndpoint: 'companyAdmin',
  updateEventEndpoint: 'companyAdmin',
} as const

export const eventAccess = {
  EventAttempt: asParent('durationMs', 'error', 'startedAt', 'statusCode'),
  EventDelivery: asParent(
    'attempts',
    'createdAt',
    'data',
    'endpointId',
    'eventId',
    'id',
    'nextAttemptAt',
    'settledAt',
    'status',
    'type',
  ),
  EventDeliveryConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  EventEndpoint: asParent(
    'createdAt',
    'description',
    'disabledBecause',
    'eventTypes',
    'failingSince',
    'id',
    'isEnabled',
    'previousSecretUntil',
    'updatedAt',
    'url',
  ),
  MintedEventEndpoint: asParent('endpoint', 'secret'),
} as const
