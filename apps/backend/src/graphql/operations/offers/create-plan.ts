import { createPlan as addPlan } from '@gatehouse/billing/manage-offers'
import { defineMutation } from '../../schema/define-operation.ts'
import { enumInput, inputObject, inputs, optionalInput } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { planAllowanceInputs } from './set-plan-allowance.ts'
import { planBillingModeType, planIntervalType, planType } from './plan-type.ts'

const createPlanInput = inputObject(
  'CreatePlanInput',
  'What each period grants and costs, the highest limits of its companies’ keys, and their allowance of model work and uploads.',
  {
    name: inputs.string,
    credits: inputs.float,
    price: inputs.float,
    currency: inputs.string,
    sortOrder: inputs.int,
    billingMode: enumInput(planBillingModeType),
    interval: optionalInput(enumInput(planIntervalType)),
    trialDays: optionalInput(inputs.int),
    trialCredits: optionalInput(inputs.float),
    keyRpmLimitMax: optionalInput(inputs.int),
    keyTpmLimitMax: optionalInput(inputs.int),
    ...planAllowanceInputs,
  },
)

export const createPlan = defineMutation({
  name: 'createPlan',
  description: 'Adds a plan. It can be sold once syncAllPlansProviderPricing has created its price.',
  inputs: { input: createPlanInput },
  returns: planType,
  resolve: async (context, { input }) =>
    addPlan(
      context.deps,
      {
        ...input,
        interval: input.interval ?? 'MONTH',
        trialDays: input.trialDays ?? 0,
        trialCredits: input.trialCredits ?? 0,
      },
      await auditActor(context),
    ),
})
