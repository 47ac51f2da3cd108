import { syncPlanPricing } from '@gatehouse/billing/offer-pricing'
import { defineMutation } from '../../schema/define-operation.ts'
import { listOf } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'
import { planType } from './plan-type.ts'

export const syncAllPlansProviderPricing = defineMutation({
  name: 'syncAllPlansProviderPricing',
  description:
    'Creates a price at the payment provider for every active plan without one, except postpaid plans. Returns all plans. Idempotent.',
  inputs: {},
  returns: listOf(planType),
  cost: 500,
  resolve: async (context) => syncPlanPricing(context.deps.billing.checkout, await auditActor(context)),
})
