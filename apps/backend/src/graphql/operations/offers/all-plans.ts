import { listPlans } from '@gatehouse/billing/list-offers'
import { defineQuery } from '../../schema/define-operation.ts'
import { listOf } from '../../schema/shape.ts'
import { planType } from './plan-type.ts'

export const allPlans = defineQuery({
  name: 'allPlans',
  description: 'Every plan, also those that are not offered any more.',
  inputs: {},
  returns: listOf(planType),
  resolve: ({ deps }) => listPlans(deps.database),
})
