import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { allowanceType, readCompanyAllowance } from './allowance-type.ts'

export const allowance = defineQuery({
  name: 'allowance',
  description:
    'The model work of the company in this month (CV parses, judgements, insights) and its uploads of today, both of UTC: how much ' +
    'it has, how much it has used, and when it is renewed.',
  inputs: { companyId: inputs.id },
  returns: allowanceType,
  cost: 50,
  resolve: ({ deps }, { companyId }) => readCompanyAllowance(deps, companyId),
})
