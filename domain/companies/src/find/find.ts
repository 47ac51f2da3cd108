import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { isUuid } from '@gatehouse/runtime/ids'
import { findById, findCompanyById, findOwners } from './find-by-id.ts'
import { findByText, findCompaniesByText } from './find-by-text.ts'
import { type FindScope, type Found, foundKinds, foundMax } from './found.ts'

export type Seeker = {
  /** The companies that are found themselves. */
  companyIds: readonly string[] | 'all'
  /** The companies whose objects are found; `all` for ids only. */
  objects: FindScope | 'all'
}

/**
 * Finds the object with an id, or otherwise objects by the first letters of their names. Texts of one letter find
 * nothing, because nearly everything would match.
 */
export async function find(connection: Queryable, seeker: Seeker, text: string): Promise<Found[]> {
  const wanted = text.trim()
  if (wanted.length < 2) return []
  const found = isUuid(wanted)
    ? await findWithId(connection, seeker, wanted)
    : await findNamed(connection, seeker, wanted)
  const byKind = (a: Found, b: Found) => foundKinds.indexOf(a.kind) - foundKinds.indexOf(b.kind)
  return found.toSorted(byKind).slice(0, foundMax)
}

async function findWithId(
  connection: Queryable,
  { companyIds, objects }: Seeker,
  id: string,
): Promise<Found[]> {
  const owners = objects === 'all' ? await findOwners(connection, id) : []
  const scope = objects === 'all' ? { readable: owners, administered: owners } : objects
  return [...(await findCompanyById(connection, companyIds, id)), ...(await findById(connection, scope, id))]
}

async function findNamed(
  connection: Queryable,
  { companyIds, objects }: Seeker,
  text: string,
): Promise<Found[]> {
  return [
    ...(await findCompaniesByText(connection, companyIds, text)),
    ...(objects === 'all' ? [] : await findByText(connection, objects, text)),
  ]
}
