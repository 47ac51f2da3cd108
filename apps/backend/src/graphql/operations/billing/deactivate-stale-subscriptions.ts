import {
  type StaleSelection,
  type StaleSubscription,
  deactivateStaleSubscriptions as deactivate,
} from '@gatehouse/billing/deactivate-stale'
import { badRequest } from '../../graphql-faults.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs, listInput, optionalInput } from '../../schema/input.ts'
import { defineObject, field, listOf, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'

const staleType = defineObject<StaleSubscription>(
  'StaleSubscription',
  'A subscription that the payment provider no longer reports.',
  {
    id: field(shapes.id, (stale) => stale.id),
    companyId: field(shapes.id, (stale) => stale.companyId),
    providerSubscriptionId: field(shapes.string, (stale) => stale.providerSubscriptionId),
    lastSeenAt: field(shapes.time, (stale) => stale.lastSeenAt),
  },
)

export const deactivateStaleSubscriptions = defineMutation({
  name: 'deactivateStaleSubscriptions',
  description:
    'Ends subscriptions that the payment provider no longer reports. Only lists them unless dryRun is false.',
  inputs: {
    ids: optionalInput(listInput(inputs.id)),
    notSeenSince: optionalInput(inputs.time),
    dryRun: optionalInput(inputs.boolean),
  },
  returns: listOf(staleType),
  cost: 50,
  async resolve(context, { ids, notSeenSince, dryRun }) {
    const by = await auditActor(context)
    const options = { isDryRun: dryRun ?? true, by }
    return deactivate(context.deps, readSelection(ids, notSeenSince), options)
  },
})

function readSelection(ids: readonly string[] | null, notSeenSince: Date | null): StaleSelection {
  if (ids !== null && notSeenSince === null) return { ids }
  if (notSeenSince !== null && ids === null) return { notSeenSince }
  throw badRequest('Give either ids or notSeenSince.')
}
