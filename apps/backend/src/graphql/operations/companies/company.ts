import { readCompany } from '@gatehouse/companies/company'
import { companyNotFound } from '../../graphql-faults.ts'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { companyType } from './company-type.ts'

export const company = defineQuery({
  name: 'company',
  description: 'The company.',
  inputs: { companyId: inputs.id },
  returns: companyType,
  async resolve({ deps }, { companyId }) {
    const found = await readCompany(deps.database, companyId)
    if (!found) throw companyNotFound()
    return found
  },
})
