// Companies as super admins see them.
import { type CompanyOverview, countedMax, readCompanyOverview } from '@gatehouse/companies/company-overview'
import {
  type CompanySummary,
  companyStates,
  listCompanySummaries,
} from '@gatehouse/companies/company-summaries'
import { formatCredits } from '@gatehouse/credits/credit'
import { companyNotFound } from '../../graphql-faults.ts'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'
import { companyFields } from '../companies.ts'

const companyStateType = enumeration(
  'CompanyState',
  'Whether the company’s calls are served, and if not, why: it is suspended, paused by reconciliation, has an overdue invoice, or has no credits left.',
  companyStates,
)

const summaryType = defineObject<CompanySummary>(
  'CompanySummary',
  'A company with its balance, its recent spending, and the numbers of its usable keys and its members. Credits are decimals with six places.',
  {
    ...companyFields,
    state: field(companyStateType, (company) => company.state),
    balance: field(shapes.string, (company) => formatCredits(company.balanceMicros)),
    spend30d: field(shapes.string, (company) => formatCredits(company.spent30dMicros)),
    keys: field(shapes.int, (company) => company.liveKeys),
    members: field(shapes.int, (company) => company.members),
  },
)

const summaryPageType = definePage('CompanyConnection', 'A page of companies.', summaryType)

const overviewType = defineObject<CompanyOverview>(
  'CompanyOverview',
  `A company with its subscription, its last call and how much it has. Jobs, talents and documents are counted up to ${countedMax.toLocaleString('en')}.`,
  {
    company: field(summaryType, ({ company }) => company),
    admins: field(shapes.int, (overview) => overview.admins),
    planName: field(optional(shapes.string), (overview) => overview.planName),
    subscriptionStatus: field(optional(shapes.string), (overview) => overview.subscriptionStatus),
    providerCustomerId: field(optional(shapes.string), (overview) => overview.providerCustomerId),
    lastCallAt: field(optional(shapes.time), (overview) => overview.lastCallAt),
    parkedCalls: field(shapes.int, (overview) => overview.parkedCalls),
    jobs: field(shapes.int, (overview) => overview.jobs),
    talents: field(shapes.int, (overview) => overview.talents),
    documents: field(shapes.int, (overview) => overview.documents),
  },
)

export const platformCompanyOperations: readonly Operation[] = [
  defineQuery({
    name: 'companies',
    description:
      'All companies, or those whose name contains the given text or that are in the given state, newest first. spend30d counts the last 30 days in UTC, today included.',
    inputs: {
      nameContains: optionalInput(inputs.string),
      state: optionalInput(enumInput(companyStateType)),
      ...pageInputs,
    },
    returns: summaryPageType,
    cost: 50,
    resolve: ({ deps }, { nameContains, state, ...page }) =>
      takePage(page, (wanted) =>
        listCompanySummaries(deps.database, {
          ...wanted,
          nameContains: nameContains ?? undefined,
          state: state ?? undefined,
        }),
      ),
  }),
  defineQuery({
    name: 'companyOverview',
    description: 'One company with its subscription, its last call and how much it has.',
    inputs: { companyId: inputs.id },
    returns: overviewType,
    cost: 50,
    async resolve({ deps }, { companyId }) {
      const overview = await readCompanyOverview(deps.databases.of(companyId), companyId)
      if (!overview) throw companyNotFound()
      return overview
    },
  }),
]
