import { createCreditPack as sellPack } from '@gatehouse/billing/offer-pricing'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputObject, inputs } from '../../schema/input.ts'
import { auditActor } from '../audit-origin.ts'
import { creditPackType } from './credit-pack-type.ts'

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

export const createCreditPack = defineMutation({
  name: 'createCreditPack',
  description:
    'Creates a pack, here and at the payment provider. Repeating the same terms returns the same pack.',
  inputs: { input: createCreditPackInput },
  returns: creditPackType,
  cost: 50,
  resolve: async (context, { input }) =>
    sellPack(context.deps.billing.checkout, input, await auditActor(context)),
})
