import { pages } from '../../pages.ts'
import type { FindAnythingResult } from './command-bar.generated.ts'

export type FoundThing = FindAnythingResult['find'][number]

type Kind = FoundThing['kind']

/** Paths below the company. Invoices, purchases and members have no page of their own, but are rows of one. */
const places: Record<Exclude<Kind, 'COMPANY'>, (id: string) => string> = {
  CALL: (id) => `/calls/${id}`,
  DOCUMENT: (id) => `/documents/${id}`,
  INVOICE: () => '/profile/billing',
  JOB: (id) => `/jobs/${id}`,
  KEY: (id) => `/profile/api-keys/${id}`,
  MEETING: (id) => `/meetings/${id}`,
  MEMBER: () => '/profile/members',
  PURCHASE: () => '/profile/billing',
  TALENT: (id) => `/talents/${id}`,
}

/**
 * Address of the page of a found thing; undefined while the console has no page there. A company leads operators to what
 * they need to know about it, and everybody else to its Home.
 */
export function addressOfFound(
  { kind, id, companyId }: Pick<FoundThing, 'kind' | 'id' | 'companyId'>,
  { isSuperAdmin }: { isSuperAdmin: boolean },
  paths: readonly string[] = pages.map(({ path }) => path),
): string | undefined {
  const toCompany = isSuperAdmin ? `/admin/companies/${id}` : `/c/${id}`
  const address = kind === 'COMPANY' ? toCompany : `/c/${companyId}${places[kind](id)}`
  return paths.some((path) => isAt(path, address)) ? address : undefined
}

/** Whether the address fits the path of a page, whose parameters begin with a dollar sign. */
function isAt(path: string, address: string): boolean {
  const [wanted, given] = [path.split('/'), address.split('/')]
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('$') || part === given[at])
  )
}
