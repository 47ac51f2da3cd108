import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { allowanceType, readCompanyAllowance } from './allowance-type.ts'

export const allowance = defineQuery({
  name: 'allowance',
  description:
    'The company’s model work this month (CV parses, judgements, insights) and its uploads today, both in UTC: its allowance, ' +
    'how much of it is used, and when it renews.',
  inputs: { companyId: inputs.id },
  returns: allowanceType,
  cost: 50,
  resolve: ({ deps }, { companyId }) => readCompanyAllowance(deps, companyId),
})
