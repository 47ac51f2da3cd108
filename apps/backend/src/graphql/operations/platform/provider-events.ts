import type { ApplyOutcome } from '@gatehouse/billing/apply-event'
import { dryRunEvent, replayEvent } from '@gatehouse/billing/manual-event-actions'
import { type ListedEvent, listEvents } from '@gatehouse/billing/list-events'
import { badRequest } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const providerEventStatusType = enumeration('ProviderEventStatus', 'The state of an event.', [
  'RECEIVED',
  'PROCESSED',
  'PARKED',
  'QUARANTINED',
  'IGNORED',
])

const providerEventType = defineObject<ListedEvent>(
  'ProviderEvent',
  'An event from the payment provider, and its state.',
  {
    id: field(shapes.id, (event) => event.id),
    type: field(shapes.string, (event) => event.type),
    status: field(providerEventStatusType, (event) => event.status),
    objectId: field(optional(shapes.string), (event) => event.object_id),
    source: field(shapes.string, (event) => event.source),
    attempts: field(shapes.int, (event) => event.attempts),
    lastError: field(optional(shapes.string), (event) => event.last_error),
    waitsFor: field(optional(shapes.string), (event) => event.waits_for),
    statedAt: field(shapes.time, (event) => event.event_created_at),
    receivedAt: field(shapes.time, (event) => event.received_at),
    processedAt: field(optional(shapes.time), (event) => event.processed_at),
  },
)

const eventOutcomeType = defineObject<ApplyOutcome>(
  'ProviderEventOutcome',
  'What an event did, or would do.',
  {
    outcome: field(shapes.string, (outcome) => outcome.kind),
    effects: field(listOf(shapes.string), (outcome) => ('effects' in outcome ? outcome.effects : [])),
    reason: field(optional(shapes.string), (outcome) => ('reason' in outcome ? outcome.reason : null)),
  },
)

const listedMax = 100

export const providerEventOperations: readonly Operation[] = [
  defineQuery({
    name: 'providerEvents',
    description: 'The inbox of the payment provider’s events, newest first.',
    inputs: {
      status: optionalInput(enumInput(providerEventStatusType)),
      type: optionalInput(inputs.string),
      before: optionalInput(inputs.string),
      first: optionalInput(inputs.int),
    },
    returns: listOf(providerEventType),
    cost: 20,
    resolve({ deps }, { status, type, before, first }) {
      const limit = first ?? 20
      if (limit < 1 || limit > listedMax) throw badRequest(`first must be from 1 to ${listedMax}.`, 'first')
      return listEvents(deps.database, {
        status: status ?? undefined,
        type: type ?? undefined,
        beforeId: before ?? undefined,
        limit,
      })
    },
  }),
  defineMutation({
    name: 'dryRunProviderEvent',
    description: 'What an event would do now, without applying it.',
    inputs: { eventId: inputs.string },
    returns: eventOutcomeType,
    cost: 20,
    resolve: ({ deps }, { eventId }) => dryRunEvent(deps.billing.events, eventId),
  }),
  defineMutation({
    name: 'replayProviderEvent',
    description: 'Applies an event again. Effects that were already applied are not repeated.',
    inputs: { eventId: inputs.string },
    returns: eventOutcomeType,
    cost: 20,
    resolve: async (context, { eventId }) =>
      replayEvent(context.deps.billing.events, eventId, await auditActor(context)),
  }),
]
