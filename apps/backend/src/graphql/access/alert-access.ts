// Fields of alert rules, alerts, the automatic top-up, and of outgoing events and their endpoints.
import { asParent } from './as-parent.ts'

export const alertQueries = {
  alertRules: 'companyAdmin',
  alerts: 'companyAdmin',
  automaticTopUp: 'companyAdmin',
  suggestedAlertRules: 'companyAdmin',
} as const

export const alertMutations = {
  deleteAlertRule: 'companyAdmin',
  setAlertRule: 'companyAdmin',
  setAutomaticTopUp: 'companyAdmin',
  testAlert: 'companyAdmin',
  turnOffAutomaticTopUp: 'companyAdmin',
} as const

export const alertAccess = {
  Alert: asParent(
    'createdAt',
    'endedAt',
    'id',
    'isTest',
    'kind',
    'ruleId',
    'subject',
    'text',
    'threshold',
    'value',
  ),
  AlertConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  AlertRule: asParent(
    'createdAt',
    'credits',
    'crossedAt',
    'crossings',
    'days',
    'id',
    'isCrossed',
    'isMuted',
    'kind',
    'percent',
    'updatedAt',
  ),
  AutomaticTopUp: asParent(
    'boughtThisMonth',
    'currency',
    'isPending',
    'monthlyMaximum',
    'packId',
    'stoppedAt',
    'stoppedReason',
    'threshold',
    'updatedAt',
  ),
  SuggestedAlertRule: asParent('credits', 'days', 'kind', 'percent', 'reason'),
} as const

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
