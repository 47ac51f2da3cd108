import { listCompanies } from '@gatehouse/companies/company'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { companyType } from './company-type.ts'

const connectionType = definePage('CompanyConnection', 'A page of companies.', companyType)

export const companies = defineQuery({
  name: 'companies',
  description: 'All companies, or those whose name contains the given text, newest first.',
  inputs: { nameContains: optionalInput(inputs.string), ...pageInputs },
  returns: connectionType,
  cost: 20,
  resolve: ({ deps }, { nameContains, ...page }) =>
    takePage(page, (wanted) =>
      listCompanies(deps.database, { ...wanted, nameContains: nameContains ?? undefined }),
    ),
})
