import { type EventEndpoint, endpointsMax, rotationHours } from '@gatehouse/outgoing-events/event-endpoint'
import { wantableEventTypes } from '@gatehouse/outgoing-events/event-types'
import {
  type EndpointDeps,
  type MintedEndpoint,
  createEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '@gatehouse/outgoing-events/manage-endpoints'
import { listEndpoints } from '@gatehouse/outgoing-events/read-endpoints'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputObject, inputs, listInput, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const disabledType = enumeration(
  'EventEndpointDisabledBecause',
  'FAILING: it accepted nothing for days. GONE: it answered 410.',
  ['FAILING', 'GONE'],
)

const endpointType = defineObject<EventEndpoint>(
  'EventEndpoint',
  'An https address that receives events of the company. An empty list of eventTypes means every type. disabledBecause is null ' +
    'unless the platform disabled it. Until previousSecretUntil, events are signed with the former secret as well.',
  {
    id: field(shapes.id, (endpoint) => endpoint.id),
    url: field(shapes.string, (endpoint) => endpoint.url),
    description: field(shapes.string, (endpoint) => endpoint.description),
    eventTypes: field(listOf(shapes.string), (endpoint) => endpoint.eventTypes),
    isEnabled: field(shapes.boolean, (endpoint) => endpoint.isEnabled),
    disabledBecause: field(optional(disabledType), (endpoint) => endpoint.disabledBecause),
    failingSince: field(optional(shapes.time), (endpoint) => endpoint.failingSince),
    previousSecretUntil: field(optional(shapes.time), (endpoint) => endpoint.previousSecretUntil),
    createdAt: field(shapes.time, (endpoint) => endpoint.createdAt),
    updatedAt: field(shapes.time, (endpoint) => endpoint.updatedAt),
  },
)

const mintedType = defineObject<MintedEndpoint>(
  'MintedEventEndpoint',
  'An endpoint with its new signing secret, which can be read only this once.',
  {
    endpoint: field(endpointType, ({ endpoint }) => endpoint),
    secret: field(shapes.string, ({ secret }) => secret.reveal()),
  },
)

const createInput = inputObject(
  'CreateEventEndpointInput',
  `The url begins with https:// and has a public address. Event types: ${wantableEventTypes.join(', ')}; all if left out.`,
  {
    url: inputs.string,
    description: optionalInput(inputs.string),
    eventTypes: optionalInput(listInput(inputs.string)),
  },
)

const updateInput = inputObject('UpdateEventEndpointInput', 'Fields that are left out stay as they are.', {
  url: optionalInput(inputs.string),
  description: optionalInput(inputs.string),
  eventTypes: optionalInput(listInput(inputs.string)),
  isEnabled: optionalInput(inputs.boolean),
})

const named = { companyId: inputs.id, endpointId: inputs.id }

export const eventEndpointOperations: readonly Operation[] = [
  defineQuery({
    name: 'eventEndpoints',
    description: `The endpoints that receive events of the company, in the order in which they were registered; at most ${endpointsMax}.`,
    inputs: { companyId: inputs.id },
    returns: listOf(endpointType),
    cost: 20,
    resolve: ({ deps }, { companyId }) => listEndpoints(deps.databases.of(companyId), companyId),
  }),
  defineMutation({
    name: 'createEventEndpoint',
    description:
      'Registers an https endpoint, which from now on receives the events of the company, signed in the Standard Webhooks format. The ' +
      'secret is only in this response and cannot be read again.',
    inputs: { companyId: inputs.id, input: createInput },
    returns: mintedType,
    cost: 50,
    resolve: async (context, { companyId, input: { url, description, eventTypes } }) =>
      createEndpoint(
        endpointDeps(context.deps),
        { companyId, url, description: description ?? '', eventTypes: eventTypes ?? [] },
        await auditActor(context),
      ),
  }),
  defineMutation({
    name: 'updateEventEndpoint',
    description:
      'Changes an endpoint. While it is disabled, new events are not sent to it, and its pending deliveries wait until it is enabled.',
    inputs: { ...named, input: updateInput },
    returns: endpointType,
    cost: 50,
    async resolve(context, { companyId, endpointId, input: { url, description, eventTypes, isEnabled } }) {
      const changes = {
        ...(url !== null && { url }),
        ...(description !== null && { description }),
        ...(eventTypes !== null && { eventTypes }),
        ...(isEnabled !== null && { isEnabled }),
      }
      const by = await auditActor(context)
      return updateEndpoint(endpointDeps(context.deps), { companyId, endpointId, changes }, by)
    },
  }),
  defineMutation({
    name: 'deleteEventEndpoint',
    description: 'Deletes an endpoint with its delivery log. Returns the endpoint that was deleted.',
    inputs: named,
    returns: endpointType,
    cost: 50,
    resolve: async (context, endpoint) => deleteEndpoint(context.deps, endpoint, await auditActor(context)),
  }),
  defineMutation({
    name: 'rotateEventEndpointSecret',
    description:
      `Replaces the signing secret. For ${rotationHours} hours events are signed with the former secret as well, so that the receiver can ` +
      'switch over. The secret is only in this response.',
    inputs: named,
    returns: mintedType,
    cost: 50,
    resolve: async (context, endpoint) =>
      rotateEndpointSecret(endpointDeps(context.deps), endpoint, await auditActor(context)),
  }),
]

function endpointDeps({ databases, ids, fillRandom, outgoingEvents }: OperationDeps): EndpointDeps {
  return { databases, ids, fillRandom, ...outgoingEvents }
}
