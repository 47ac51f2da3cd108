import { formatCredits } from '@gatehouse/credits/credit'
import { readBalance } from '@gatehouse/credits/list-transfers'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { defineObject, enumeration, field, shapes } from '../../schema/shape.ts'

type CreditBalance = { ownerId: string; balanceMicros: bigint; isFrozen: boolean }

const ownerTypeType = enumeration('CreditOwnerType', 'The kind of owner of an account.', ['COMPANY', 'USER'])

const creditBalanceType = defineObject<CreditBalance>('CreditBalance', 'The credits that can be spent now.', {
  ownerType: field(ownerTypeType, () => 'COMPANY' as const),
  ownerId: field(shapes.id, (balance) => balance.ownerId),
  credits: field(shapes.string, (balance) => formatCredits(balance.balanceMicros)),
  isInDebt: field(shapes.boolean, (balance) => balance.balanceMicros < 0n),
  isFrozen: field(shapes.boolean, (balance) => balance.isFrozen),
})

export const creditBalance = defineQuery({
  name: 'creditBalance',
  description: 'The credits of the company, as a decimal with six places. Negative is debt.',
  inputs: { companyId: inputs.id },
  returns: creditBalanceType,
  resolve: async ({ deps }, { companyId }) => ({
    ownerId: companyId,
    ...(await readBalance(deps.database, companyId)),
  }),
})
