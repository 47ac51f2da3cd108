// Changes of plans and packs after their creation, which never concern their terms.
import { listPacks } from '@gatehouse/billing/list-offers'
import type { CreditPack } from '@gatehouse/billing/offers'
import { updateCreditPack, updatePlan } from '@gatehouse/billing/update-offers'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { clearableInput, enumInput, inputObject, inputs, optionalInput } from '../../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'
import { planBillingModeType, planIntervalType, planType, soldPack } from './offers.ts'

const packStatusType = enumeration('CreditPackStatus', 'Whether a pack is sold.', ['ACTIVE', 'ARCHIVED'])

const packType = defineObject<CreditPack>(
  'CreditPack',
  'A pack with its state and its ids at the provider.',
  {
    ...soldPack,
    status: field(packStatusType, (pack) => pack.status),
    providerProductId: field(optional(shapes.string), (pack) => pack.providerProductId),
    providerPriceId: field(optional(shapes.string), (pack) => pack.providerPriceId),
  },
)

/** Accepted so that a form can send back all it shows; other values than those of the offer are refused. */
const terms = {
  credits: optionalInput(inputs.float),
  price: optionalInput(inputs.float),
  currency: optionalInput(inputs.string),
}

const updatePlanInput = inputObject(
  'UpdatePlanInput',
  'Fields that are left out stay as they are; null removes a limit of keys. Credits, price, currency, trial credits, billing mode and ' +
    'interval are the terms of the plan: other values than the present ones are refused with CONFLICT.',
  {
    name: optionalInput(inputs.string),
    sortOrder: optionalInput(inputs.int),
    active: optionalInput(inputs.boolean),
    trialDays: optionalInput(inputs.int),
    keyRpmLimitMax: clearableInput(inputs.int),
    keyTpmLimitMax: clearableInput(inputs.int),
    ...terms,
    trialCredits: optionalInput(inputs.float),
    billingMode: optionalInput(enumInput(planBillingModeType)),
    interval: optionalInput(enumInput(planIntervalType)),
  },
)

const updateCreditPackInput = inputObject(
  'UpdateCreditPackInput',
  'Fields that are left out stay as they are. Credits, price and currency are the terms of the pack: other values than the present ' +
    'ones are refused with CONFLICT.',
  {
    name: optionalInput(inputs.string),
    sortOrder: optionalInput(inputs.int),
    active: optionalInput(inputs.boolean),
    ...terms,
  },
)

export const offerChanges: readonly Operation[] = [
  defineMutation({
    name: 'updatePlan',
    description:
      'Changes the name, the order, the trial days of new subscriptions, the limits of keys and whether the plan is offered. For other ' +
      'terms, create a new plan. The payment provider receives a new name within a minute.',
    inputs: { planId: inputs.id, input: updatePlanInput },
    returns: planType,
    resolve: async (context, { planId, input }) =>
      updatePlan(context.deps, { planId, ...input }, await auditActor(context)),
  }),
  defineQuery({
    name: 'allCreditPacks',
    description: 'All packs, including those that are no longer sold.',
    inputs: {},
    returns: listOf(packType),
    resolve: ({ deps }) => listPacks(deps.database),
  }),
  defineMutation({
    name: 'updateCreditPack',
    description:
      'Changes the name, the order and whether the pack is sold. For other terms, create a new pack. The payment provider receives ' +
      'a new name within a minute.',
    inputs: { packId: inputs.id, input: updateCreditPackInput },
    returns: packType,
    resolve: async (context, { packId, input }) =>
      updateCreditPack(context.deps, { packId, ...input }, await auditActor(context)),
  }),
]
