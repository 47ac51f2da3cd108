import { listPlans } from '@gatehouse/billing/list-offers'
import { defineQuery } from '../../schema/define-operation.ts'
import { listOf } from '../../schema/shape.ts'
import { planType } from './plan-type.ts'

export const allPlans = defineQuery({
  name: 'allPlans',
  description: 'All plans, including those that are no longer offered.',
  inputs: {},
  returns: listOf(planType),
  resolve: ({ deps }) => listPlans(deps.database),
})
