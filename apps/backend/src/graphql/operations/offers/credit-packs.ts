import { listPacksOnSale } from '@gatehouse/billing/list-offers'
import { defineQuery } from '../../schema/define-operation.ts'
import { listOf } from '../../schema/shape.ts'
import { creditPackType } from './credit-pack-type.ts'

export const creditPacks = defineQuery({
  name: 'creditPacks',
  description: 'The packs that can be bought now.',
  inputs: {},
  returns: listOf(creditPackType),
  resolve: ({ deps }) => listPacksOnSale(deps.database),
})
