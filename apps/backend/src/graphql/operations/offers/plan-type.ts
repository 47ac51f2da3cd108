import { fromMinorUnits } from '@gatehouse/billing/money'
import { type Plan, needsProviderPricing } from '@gatehouse/billing/offers'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'
import { microsPerCredit } from './credit-pack-type.ts'

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

export const planOutputType = defineObject<Plan>('PlanOutput', 'A plan as offered to companies.', offered)

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
