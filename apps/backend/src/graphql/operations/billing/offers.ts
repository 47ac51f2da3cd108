import { listPacksOnSale, listPlans, listPlansOnSale } from '@gatehouse/billing/list-offers'
import {
  archiveCreditPack,
  createPlan,
  setPlanActive,
  setPlanAllowance,
} from '@gatehouse/billing/manage-offers'
import { fromMinorUnits } from '@gatehouse/billing/money'
import { createCreditPack, syncPlanPricing } from '@gatehouse/billing/offer-pricing'
import { type CreditPack, type Plan, needsProviderPricing } from '@gatehouse/billing/offers'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputObject, inputs, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

export const planBillingModeType = enumeration(
  'PlanBillingMode',
  'Whether the plan is paid in advance or afterwards.',
  ['PREPAID', 'POSTPAID'],
)
export const planIntervalType = enumeration('PlanInterval', 'The length of a period.', ['MONTH', 'YEAR'])

const offered = {
  id: field(shapes.id, (plan: Plan) => plan.id),
  name: field(shapes.string, (plan: Plan) => plan.name),
  billingMode: field(planBillingModeType, (plan: Plan) => plan.billingMode),
  credits: field(shapes.float, (plan: Plan) => Number(plan.creditsMicros) / microsPerCredit),
  price: field(shapes.float, (plan: Plan) => fromMinorUnits(plan.priceMinor, plan.currency)),
  currency: field(shapes.string, (plan: Plan) => plan.currency),
  interval: field(planIntervalType, (plan: Plan) => plan.interval),
  trialDays: field(shapes.int, (plan: Plan) => plan.trialDays),
  sortOrder: field(shapes.int, (plan: Plan) => plan.sortOrder),
  modelWorkCredits: field(optional(shapes.float), ({ modelWorkMicros: micros }: Plan) =>
    micros === null ? null : Number(micros) / microsPerCredit,
  ),
  documentsPerDay: field(optional(shapes.int), (plan: Plan) => plan.documentsPerDay),
  documentBytesPerDay: field(optional(shapes.float), ({ documentBytesPerDay: bytes }: Plan) =>
    bytes === null ? null : Number(bytes),
  ),
}

const planOutputType = defineObject<Plan>('PlanOutput', 'A plan as offered to companies.', offered)

export const planType = defineObject<Plan>('Plan', 'A plan with its internal settings.', {
  ...offered,
  active: field(shapes.boolean, (plan) => plan.isActive),
  trialCredits: field(shapes.float, (plan) => Number(plan.trialCreditsMicros) / microsPerCredit),
  keyRpmLimitMax: field(optional(shapes.int), (plan) => plan.keyRpmLimitMax),
  keyTpmLimitMax: field(optional(shapes.int), (plan) => plan.keyTpmLimitMax),
  providerProductId: field(optional(shapes.string), (plan) => plan.providerProductId),
  providerPriceId: field(optional(shapes.string), (plan) => plan.providerPriceId),
  needsProviderPricing: field(shapes.boolean, (plan) => needsProviderPricing(plan)),
  updatedAt: field(shapes.time, (plan) => plan.updatedAt),
})

/**
 * Allowance of a plan: credits of model work per month, and documents and bytes per day. Bytes are a Float because they
 * can exceed an Int.
 */
const planAllowanceInputs = {
  modelWorkCredits: optionalInput(inputs.float),
  documentsPerDay: optionalInput(inputs.int),
  documentBytesPerDay: optionalInput(inputs.float),
}

const createPlanInput = inputObject(
  'CreatePlanInput',
  'What each period grants and costs, the highest limits of its companies’ keys, and their allowance of model work and uploads. ' +
    'A prepaid plan with trial days needs trial credits.',
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

const microsPerCredit = 1_000_000

/** Exactly these six fields: the payment provider's ids are not exposed. */
export const soldPack = {
  id: field(shapes.id, (pack: CreditPack) => pack.id),
  name: field(shapes.string, (pack: CreditPack) => pack.name),
  credits: field(shapes.float, (pack: CreditPack) => Number(pack.creditsMicros) / microsPerCredit),
  price: field(shapes.float, (pack: CreditPack) => fromMinorUnits(pack.priceMinor, pack.currency)),
  currency: field(shapes.string, (pack: CreditPack) => pack.currency),
  sortOrder: field(shapes.int, (pack: CreditPack) => pack.sortOrder),
}

const creditPackType = defineObject<CreditPack>('CreditPackOutput', 'Credits that are sold once.', soldPack)

const createCreditPackInput = inputObject(
  'CreateCreditPackInput',
  'The price is in units of the currency: 10.5 means ten and a half.',
  {
    name: inputs.string,
    credits: inputs.float,
    price: inputs.float,
    currency: inputs.string,
    sortOrder: inputs.int,
  },
)

export const offerOperations: readonly Operation[] = [
  defineQuery({
    name: 'plans',
    description:
      'The plans that can be bought now, and the active postpaid plans, by which usage is invoiced. A plan without its price at the payment provider is left out.',
    inputs: {},
    returns: listOf(planOutputType),
    resolve: ({ deps }) => listPlansOnSale(deps.database),
  }),
  defineQuery({
    name: 'allPlans',
    description: 'All plans, including those that are no longer offered.',
    inputs: {},
    returns: listOf(planType),
    resolve: ({ deps }) => listPlans(deps.database),
  }),
  defineMutation({
    name: 'createPlan',
    description: 'Adds a plan. It can be sold once syncAllPlansProviderPricing has created its price.',
    inputs: { input: createPlanInput },
    returns: planType,
    resolve: async (context, { input }) =>
      createPlan(
        context.deps,
        {
          ...input,
          interval: input.interval ?? 'MONTH',
          trialDays: input.trialDays ?? 0,
          trialCredits: input.trialCredits ?? 0,
        },
        await auditActor(context),
      ),
  }),
  defineMutation({
    name: 'setPlanActive',
    description: 'Starts or stops offering a plan. Companies that have it keep it.',
    inputs: { planId: inputs.id, active: inputs.boolean },
    returns: planType,
    resolve: async (context, { planId, active }) =>
      setPlanActive(context.deps, { id: planId, isActive: active }, await auditActor(context)),
  }),
  defineMutation({
    name: 'setPlanAllowance',
    description:
      'Sets the model work per month and the uploads per day of each company with the plan, including those that have it ' +
      'already. Omitted values follow the settings.',
    inputs: { planId: inputs.id, ...planAllowanceInputs },
    returns: planType,
    resolve: async (context, allowance) =>
      setPlanAllowance(context.deps, allowance, await auditActor(context)),
  }),
  defineMutation({
    name: 'syncAllPlansProviderPricing',
    description:
      'Creates a price at the payment provider for every active plan without one, except postpaid plans. Returns all plans. Idempotent.',
    inputs: {},
    returns: listOf(planType),
    cost: 500,
    resolve: async (context) => syncPlanPricing(context.deps.billing.checkout, await auditActor(context)),
  }),
  defineQuery({
    name: 'creditPacks',
    description: 'The packs that can be bought now.',
    inputs: {},
    returns: listOf(creditPackType),
    resolve: ({ deps }) => listPacksOnSale(deps.database),
  }),
  defineMutation({
    name: 'createCreditPack',
    description:
      'Creates a pack, here and at the payment provider. Repeating the same terms returns the same pack.',
    inputs: { input: createCreditPackInput },
    returns: creditPackType,
    cost: 50,
    resolve: async (context, { input }) =>
      createCreditPack(context.deps.billing.checkout, input, await auditActor(context)),
  }),
  defineMutation({
    name: 'archiveCreditPack',
    description: 'Removes a pack from the price list. Checkouts that have started keep their terms.',
    inputs: { packId: inputs.id },
    returns: creditPackType,
    resolve: async (context, { packId }) =>
      archiveCreditPack(context.deps, packId, await auditActor(context)),
  }),
]
