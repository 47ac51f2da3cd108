import { setPlanActive as setActive } from '@gatehouse/billing/manage-offers'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { planType } from './plan-type.ts'

export const setPlanActive = defineMutation({
  name: 'setPlanActive',
  description: 'Starts or stops offering a plan. Companies that have it keep it.',
  inputs: { planId: inputs.id, active: inputs.boolean },
  returns: planType,
  resolve: async (context, { planId, active }) =>
    setActive(context.deps, { id: planId, isActive: active }, await auditActor(context)),
})
