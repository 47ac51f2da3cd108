import { listEvents } from '@gatehouse/billing/list-events'
import { badRequest } from '../../graphql-faults.ts'
import { defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { listOf } from '../../schema/shape.ts'
import { providerEventStatusType, providerEventType } from './provider-event-type.ts'

const listedMax = 100

export const providerEvents = defineQuery({
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
    if (limit < 1 || limit > listedMax) throw badRequest(`first must be from 1 to ${listedMax}.`)
    return listEvents(deps.database, {
      status: status ?? undefined,
      type: type ?? undefined,
      beforeId: before ?? undefined,
      limit,
    })
  },
})
