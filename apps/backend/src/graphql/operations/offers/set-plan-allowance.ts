import { setPlanAllowance as setAllowance } from '@gatehouse/billing/manage-offers'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { planType } from './plan-type.ts'

/** Credits of model work per month, documents and bytes per day. Bytes are a Float because they exceed an Int. */
export const planAllowanceInputs = {
  modelWorkCredits: optionalInput(inputs.float),
  documentsPerDay: optionalInput(inputs.int),
  documentBytesPerDay: optionalInput(inputs.float),
}

export const setPlanAllowance = defineMutation({
  name: 'setPlanAllowance',
  description:
    'Sets the model work per month and the uploads per day of each company with the plan, including those that have it ' +
    'already. Omitted values follow the settings.',
  inputs: { planId: inputs.id, ...planAllowanceInputs },
  returns: planType,
  resolve: async (context, allowance) => setAllowance(context.deps, allowance, await auditActor(context)),
})
