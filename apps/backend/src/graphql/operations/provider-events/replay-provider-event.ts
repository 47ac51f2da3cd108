import { replayEvent } from '@gatehouse/billing/manual-event-actions'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { eventOutcomeType } from './provider-event-type.ts'

export const replayProviderEvent = defineMutation({
  name: 'replayProviderEvent',
  description: 'Applies an event again. Effects that were already applied are not repeated.',
  inputs: { eventId: inputs.string },
  returns: eventOutcomeType,
  cost: 20,
  resolve: async (context, { eventId }) =>
    replayEvent(context.deps.billing.events, eventId, await auditActor(context)),
})
