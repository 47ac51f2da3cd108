// The search of the console's command palette.
import { type Seeker, find } from '@gatehouse/companies/find'
import { type FindScope, type Found, foundKinds } from '@gatehouse/companies/found'
import { listMemberships } from '@gatehouse/identity/memberships'
import { isUuid } from '@gatehouse/runtime/ids'
import { authorise, requireUser } from '../access/authorise.ts'
import { badRequest } from '../graphql-faults.ts'
import type { OperationContext } from '../operation-context.ts'
import { type Operation, defineQuery } from '../schema/define-operation.ts'
import { inputs, optionalInput } from '../schema/input.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'

const foundType = defineObject<Found>('Found', 'An object that the caller may read, to link to.', {
  kind: field(enumeration('FoundKind', 'The kind of an object.', foundKinds), (found) => found.kind),
  id: field(shapes.id, (found) => found.id),
  companyId: field(shapes.id, (found) => found.companyId),
  title: field(shapes.string, (found) => found.title),
  detail: field(optional(shapes.string), (found) => found.detail),
})

const textLengthMax = 200
// A person with more companies searches in one of them.
const companiesMax = 20

export const findOperations: readonly Operation[] = [
  defineQuery({
    name: 'find',
    description:
      'Companies, jobs, talents, documents, keys and members by the first letters of their names, keys also by the last four characters, ' +
      'and any object by its id, such as the id of a call. At most five of a kind and twenty in total, of what the caller may read in ' +
      'the company, or in all of the caller’s companies. Without companyId, super admins find companies by name and objects by id.',
    inputs: { text: inputs.string, companyId: optionalInput(inputs.id) },
    returns: listOf(foundType),
    cost: 50,
    async resolve(context, { text, companyId }) {
      if (text.length > textLengthMax)
        throw badRequest(`text has at most ${textLengthMax} characters.`, 'text')
      const seeker = await readSeeker(context, companyId)
      const found = await find(context.deps.database, seeker, text)
      return found.length > 0 || companyId === null
        ? found
        : findArchived(context.deps, seeker, { companyId, text })
    },
  }),
]

/** Archived calls are found in one company only, because an object of the archive has to be read. */
async function findArchived(
  { findArchivedCall }: OperationContext['deps'],
  { objects }: Seeker,
  { companyId, text }: { companyId: string; text: string },
): Promise<Found[]> {
  const callId = text.trim()
  const mayRead = objects !== 'all' && objects.administered.includes(companyId)
  if (!findArchivedCall || !mayRead || !isUuid(callId)) return []
  const call = await findArchivedCall({ callId, companyId })
  if (!call) return []
  return [
    { kind: 'CALL', id: callId, companyId, title: call['alias'] ?? callId, detail: call['status'] ?? null },
  ]
}

async function readSeeker({ viewer, deps }: OperationContext, companyId: string | null): Promise<Seeker> {
  const { id, isSuperAdmin } = await requireUser(viewer)
  if (companyId !== null) await authorise('companyMember', viewer, { companyId })
  if (isSuperAdmin) {
    const one = companyId === null ? undefined : [companyId]
    return { companyIds: 'all', objects: one ? { readable: one, administered: one } : 'all' }
  }
  const memberships = await listMemberships(deps.database, id)
  const searched =
    companyId === null
      ? memberships.slice(0, companiesMax)
      : memberships.filter((membership) => membership.companyId === companyId)
  const objects: FindScope = {
    readable: searched.map((membership) => membership.companyId),
    administered: searched.filter(({ role }) => role === 'ADMIN').map((membership) => membership.companyId),
  }
  return { companyIds: memberships.map((membership) => membership.companyId), objects }
}
