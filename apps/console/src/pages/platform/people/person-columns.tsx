import type { Column } from '../../../parts/grid/grid.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { peopleTexts as texts } from '../../../words/en/platform/people.ts'
import type { PlatformPeopleResult } from './people.generated.ts'

export type Person = PlatformPeopleResult['users']['nodes'][number]

export const personColumns: readonly Column<Person>[] = [
  {
    name: 'email',
    title: texts.email,
    width: 'minmax(160px, 2fr)',
    cell: ({ email }) => <strong>{email}</strong>,
  },
  { name: 'role', title: texts.role, width: '128px', cell: (person) => <PersonRole person={person} /> },
  {
    name: 'companies',
    title: texts.companies,
    width: 'minmax(120px, 1fr)',
    isMinor: true,
    cell: ({ companies }) => companiesInWords(companies),
  },
  {
    name: 'sessions',
    title: texts.sessions,
    width: '88px',
    isNumber: true,
    isMinor: true,
    cell: ({ openSessions }) => openSessions,
  },
  {
    name: 'lastLogin',
    title: texts.lastLogin,
    width: '128px',
    isMinor: true,
    cell: ({ lastLoginAt }) =>
      lastLoginAt === null ? (
        <span className="soft">{texts.never}</span>
      ) : (
        <Moment at={lastLoginAt} as="ago" />
      ),
  },
  {
    name: 'since',
    title: texts.since,
    width: '116px',
    isMinor: true,
    cell: ({ createdAt }) => <Moment at={createdAt} as="day" />,
  },
]

export function PersonRole({ person: { isSuperAdmin, canLogIn } }: { person: Person }) {
  if (!canLogIn) return <Badge tone="warn">{texts.cannotLogIn}</Badge>
  return (
    <Badge tone={isSuperAdmin ? 'accent' : 'neutral'}>{isSuperAdmin ? texts.superAdmin : texts.user}</Badge>
  )
}

function companiesInWords(companies: Person['companies']): string {
  const [first] = companies
  if (!first) return texts.noCompanies
  return companies.length === 1 ? first.companyName : texts.more(first.companyName, companies.length - 1)
}
