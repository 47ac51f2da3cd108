import type { ApplyOutcome } from '@gatehouse/billing/apply-event'
import type { ListedEvent } from '@gatehouse/billing/list-events'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

export const providerEventStatusType = enumeration('ProviderEventStatus', 'The state of an event.', [
  'RECEIVED',
  'PROCESSED',
  'PARKED',
  'QUARANTINED',
  'IGNORED',
])

export const providerEventType = defineObject<ListedEvent>(
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

export const eventOutcomeType = defineObject<ApplyOutcome>(
  'ProviderEventOutcome',
  'What an event did, or would do.',
  {
    outcome: field(shapes.string, (outcome) => outcome.kind),
    effects: field(listOf(shapes.string), (outcome) => ('effects' in outcome ? outcome.effects : [])),
    reason: field(optional(shapes.string), (outcome) => ('reason' in outcome ? outcome.reason : null)),
  },
)
