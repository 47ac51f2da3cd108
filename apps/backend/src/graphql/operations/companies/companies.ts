import { listCompanies } from '@gatehouse/companies/company'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { companyType } from './company-type.ts'

const connectionType = definePage('CompanyConnection', 'A page of companies.', companyType)

export const companies = defineQuery({
  name: 'companies',
  description: 'All companies, the newest first, or those whose name contains a text.',
  inputs: { nameContains: optionalInput(inputs.string), ...pageInputs },
  returns: connectionType,
  cost: 20,
  resolve: ({ deps }, { nameContains, ...page }) =>
    takePage(page, (wanted) =>
      listCompanies(deps.database, { ...wanted, nameContains: nameContains ?? undefined }),
    ),
})
