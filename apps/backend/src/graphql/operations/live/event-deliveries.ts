import {
  type DeliveryAttempt,
  type EventDelivery,
  deliveryStatuses,
  listDeliveries,
  replayDelivery,
  sendTestEvent,
} from '@gatehouse/outgoing-events/deliveries'
import { readEndpoint } from '@gatehouse/outgoing-events/read-endpoints'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const statusType = enumeration(
  'EventDeliveryStatus',
  'PENDING: it will be attempted, for the first time or again. FAILED: it was given up after three days.',
  deliveryStatuses,
)

const attemptType = defineObject<DeliveryAttempt>(
  'EventAttempt',
  'One attempt to deliver an event. statusCode is null if no response arrived, error if the event was accepted.',
  {
    startedAt: field(shapes.time, (attempt) => attempt.startedAt),
    durationMs: field(shapes.int, (attempt) => attempt.durationMs),
    statusCode: field(optional(shapes.int), (attempt) => attempt.statusCode),
    error: field(optional(shapes.string), (attempt) => attempt.error),
  },
)

const deliveryType = defineObject<EventDelivery>(
  'EventDelivery',
  'An event on its way to one endpoint. eventId is the webhook-id that the receiver gets. attempts are the latest 20.',
  {
    id: field(shapes.id, (delivery) => delivery.id),
    eventId: field(shapes.id, (delivery) => delivery.eventId),
    endpointId: field(shapes.id, (delivery) => delivery.endpointId),
    type: field(shapes.string, (delivery) => delivery.type),
    data: field(shapes.json, (delivery) => delivery.data),
    status: field(statusType, (delivery) => delivery.status),
    nextAttemptAt: field(optional(shapes.time), (delivery) => delivery.nextAttemptAt),
    attempts: field(listOf(attemptType), (delivery) => delivery.attempts),
    createdAt: field(shapes.time, (delivery) => delivery.createdAt),
    settledAt: field(optional(shapes.time), (delivery) => delivery.settledAt),
  },
)

const deliveryPageType = definePage('EventDeliveryConnection', 'A page of the delivery log.', deliveryType)

export const eventDeliveryOperations: readonly Operation[] = [
  defineQuery({
    name: 'eventDeliveries',
    description:
      'The delivery log of the endpoints of the company, newest first. Events are kept for 30 days.',
    inputs: {
      companyId: inputs.id,
      endpointId: optionalInput(inputs.id),
      status: optionalInput(enumInput(statusType)),
      ...pageInputs,
    },
    returns: deliveryPageType,
    cost: 20,
    async resolve({ deps }, { companyId, endpointId, status, first, after }) {
      if (endpointId !== null) await readEndpoint(deps.databases.of(companyId), { companyId, endpointId })
      return takePage({ first, after }, (wanted) =>
        listDeliveries(deps.databases.of(companyId), { companyId, endpointId, status, ...wanted }),
      )
    },
  }),
  defineMutation({
    name: 'replayEventDelivery',
    description:
      'Sends an event again, under the same id and with all attempts, whether or not it was delivered. The endpoint must be enabled.',
    inputs: { companyId: inputs.id, deliveryId: inputs.id },
    returns: deliveryType,
    cost: 50,
    resolve: async (context, delivery) => replayDelivery(context.deps, delivery, await auditActor(context)),
  }),
  defineMutation({
    name: 'testEventEndpoint',
    description: 'Sends the event endpoint.test to one endpoint. The endpoint must be enabled.',
    inputs: { companyId: inputs.id, endpointId: inputs.id },
    returns: deliveryType,
    cost: 50,
    resolve: async (context, endpoint) => sendTestEvent(context.deps, endpoint, await auditActor(context)),
  }),
]
