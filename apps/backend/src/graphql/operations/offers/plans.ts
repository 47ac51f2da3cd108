import { listPlansOnSale } from '@gatehouse/billing/list-offers'
import { defineQuery } from '../../schema/define-operation.ts'
import { listOf } from '../../schema/shape.ts'
import { planOutputType } from './plan-type.ts'

export const plans = defineQuery({
  name: 'plans',
  description: 'The plans that can be bought now.',
  inputs: {},
  returns: listOf(planOutputType),
  resolve: ({ deps }) => listPlansOnSale(deps.database),
})
