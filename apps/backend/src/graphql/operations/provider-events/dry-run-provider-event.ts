import { dryRunEvent } from '@gatehouse/billing/manual-event-actions'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { eventOutcomeType } from './provider-event-type.ts'

export const dryRunProviderEvent = defineMutation({
  name: 'dryRunProviderEvent',
  description: 'What an event would do now, without applying it.',
  inputs: { eventId: inputs.string },
  returns: eventOutcomeType,
  cost: 20,
  resolve: ({ deps }, { eventId }) => dryRunEvent(deps.billing.events, eventId),
})
