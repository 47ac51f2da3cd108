import { formatColumn, parseCredits } from '../../../amounts/credits.ts'
import type { Column } from '../../../parts/grid/grid.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { billingModeTexts, companiesTexts as texts } from '../../../words/en/platform/companies.ts'
import { CompanyState } from './company-state.tsx'
import type { PlatformCompaniesResult } from './companies.generated.ts'

export type CompanyRow = PlatformCompaniesResult['companies']['nodes'][number]

const otherColumns: readonly Column<CompanyRow>[] = [
  { name: 'keys', title: texts.keys, width: '72px', isNumber: true, isMinor: true, cell: ({ keys }) => keys },
  {
    name: 'members',
    title: texts.members,
    width: '80px',
    isNumber: true,
    isMinor: true,
    cell: ({ members }) => members,
  },
  {
    name: 'created',
    title: texts.created,
    width: '116px',
    isMinor: true,
    cell: ({ createdAt }) => <Moment at={createdAt} as="day" />,
  },
]

/** The amounts of a column have the same number of places, so the columns depend on the rows. */
export function companyColumns(rows: readonly CompanyRow[]): Column<CompanyRow>[] {
  const balances = formatColumn(rows.map(({ balance }) => parseCredits(balance)))
  const spends = formatColumn(rows.map(({ spend30d }) => parseCredits(spend30d)))
  const placeOf = new Map(rows.map(({ id }, index) => [id, index]))
  const shownIn = (column: readonly string[], id: string) => {
    const shown = column[placeOf.get(id) ?? -1]
    return shown === undefined ? {} : { shown }
  }
  return [
    {
      name: 'name',
      title: texts.name,
      width: 'minmax(120px, 2fr)',
      cell: ({ name }) => <strong>{name}</strong>,
    },
    {
      name: 'state',
      title: texts.state,
      width: '124px',
      cell: ({ state }) => <CompanyState state={state} />,
    },
    {
      name: 'billing',
      title: texts.billing,
      width: '92px',
      isMinor: true,
      cell: ({ billingMode }) => billingModeTexts[billingMode],
    },
    {
      name: 'balance',
      title: texts.balance,
      width: 'minmax(104px, 148px)',
      isNumber: true,
      cell: ({ id, balance }) => <Amount credits={balance} {...shownIn(balances, id)} />,
    },
    {
      name: 'spend',
      title: texts.spend,
      width: '148px',
      isNumber: true,
      isMinor: true,
      cell: ({ id, spend30d }) => <Amount credits={spend30d} {...shownIn(spends, id)} />,
    },
    ...otherColumns,
  ]
}
