import { setPlanAllowance as setAllowance } from '@gatehouse/billing/manage-offers'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { planType } from './plan-type.ts'

/** Credits of model work in a month, documents and bytes in a day. Bytes are a Float because they exceed an Int. */
export const planAllowanceInputs = {
  modelWorkCredits: optionalInput(inputs.float),
  documentsPerDay: optionalInput(inputs.int),
  documentBytesPerDay: optionalInput(inputs.float),
}

export const setPlanAllowance = defineMutation({
  name: 'setPlanAllowance',
  description:
    'What each company with the plan has of model work in a month and may upload in a day, also for those who have it ' +
    'already. What is left out is as the settings say.',
  inputs: { planId: inputs.id, ...planAllowanceInputs },
  returns: planType,
  resolve: async (context, allowance) => setAllowance(context.deps, allowance, await auditActor(context)),
})
