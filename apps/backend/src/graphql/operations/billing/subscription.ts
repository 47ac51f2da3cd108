import { findSubscription } from '@gatehouse/billing/company-billing'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { optional } from '../../schema/shape.ts'
import { subscriptionType } from './subscription-type.ts'

export const subscription = defineQuery({
  name: 'subscription',
  description: 'The active subscription of the company, or else its most recent one.',
  inputs: { companyId: inputs.id },
  returns: optional(subscriptionType),
  resolve: async ({ deps }, { companyId }) => (await findSubscription(deps.database, companyId)) ?? null,
})
