import type { ApplyOutcome } from '@gatehouse/billing/apply-event'
import {
  dryRunEvent,
  ignoreEvent,
  replayEvent,
  sweepOnRequest,
} from '@gatehouse/billing/manual-event-actions'
import {
  type InboxSummary,
  type ListedEvent,
  listEvents,
  readInboxSummary,
  readListedEvent,
} from '@gatehouse/billing/list-events'
import { badRequest, unknownId } from '../../graphql-faults.ts'
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
    customerId: field(optional(shapes.string), (event) => event.customer_id),
    apiVersion: field(optional(shapes.string), (event) => event.api_version),
    isLive: field(shapes.boolean, (event) => event.is_live),
    source: field(shapes.string, (event) => event.source),
    attempts: field(shapes.int, (event) => event.attempts),
    lastError: field(optional(shapes.string), (event) => event.last_error),
    nextAttemptAt: field(optional(shapes.time), (event) => event.next_attempt_at),
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

type Sweep = Awaited<ReturnType<typeof sweepOnRequest>>

const inboxSummaryType = defineObject<InboxSummary>(
  'InboxSummary',
  'The payment provider’s events that are not applied yet: received, waiting for something else (parked), or in quarantine until a person decides.',
  {
    received: field(shapes.int, (summary) => summary.received),
    parked: field(shapes.int, (summary) => summary.parked),
    quarantined: field(shapes.int, (summary) => summary.quarantined),
    oldestPendingAt: field(optional(shapes.time), (summary) => summary.oldestPendingAt),
    sweptThrough: field(optional(shapes.time), (summary) => summary.sweptThrough),
  },
)

const sweepType = defineObject<Sweep>(
  'ProviderEventSweep',
  'The result of a comparison with the provider’s own list.',
  {
    seen: field(shapes.int, (sweep) => sweep.seen),
    added: field(shapes.int, (sweep) => sweep.added),
  },
)

const listedMax = 100
const reasonLengthMax = 500
const sweepDaysMax = 30

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
  defineQuery({
    name: 'providerEvent',
    description: 'One event of the inbox, without its payload, which contains personal data.',
    inputs: { eventId: inputs.string },
    returns: providerEventType,
    async resolve({ deps }, { eventId }) {
      const event = await readListedEvent(deps.database, eventId)
      if (!event) throw unknownId()
      return event
    },
  }),
  defineQuery({
    name: 'inboxSummary',
    description: 'How many of the payment provider’s events are not applied yet, and since when.',
    inputs: {},
    returns: inboxSummaryType,
    cost: 20,
    resolve: ({ deps }) => readInboxSummary(deps.database),
  }),
  defineMutation({
    name: 'ignoreProviderEvent',
    description:
      'Marks an event that will never be applicable, and records the reason in the audit log. False if it was already applied or ignored.',
    inputs: { eventId: inputs.string, reason: inputs.string },
    returns: shapes.boolean,
    async resolve(context, { eventId, reason }) {
      if (reason.trim() === '' || reason.length > reasonLengthMax)
        throw badRequest(`Give a reason of at most ${reasonLengthMax} characters.`)
      return ignoreEvent(context.deps.billing.events, eventId, { ...(await auditActor(context)), reason })
    },
  }),
  defineMutation({
    name: 'sweepProviderEvents',
    description: `Fetches the events of the last days, at most ${sweepDaysMax} and by default one, that the provider lists and the inbox lacks, and applies what is due.`,
    inputs: { days: optionalInput(inputs.int) },
    returns: sweepType,
    cost: 1_000,
    async resolve(context, { days }) {
      const wanted = days ?? 1
      if (wanted < 1 || wanted > sweepDaysMax) throw badRequest(`days must be from 1 to ${sweepDaysMax}.`)
      return sweepOnRequest(context.deps.billing, wanted, await auditActor(context))
    },
  }),
]
