import { type ListedAuditEntry, listAuditEntries } from '@gatehouse/audit/list-audit-entries'
import type { AuditEntry } from '@gatehouse/audit/record-audit-entry'
import { findPlainMembers } from '@gatehouse/identity/memberships'
import { findSuperAdmins } from '@gatehouse/identity/users'
import { isUuid } from '@gatehouse/runtime/ids'
import type { Database } from '@gatehouse/schema/database'
import { requireAccount, requireUser } from '../access/authorise.ts'
import type { OperationContext } from '../operation-context.ts'
import { type Operation, defineQuery } from '../schema/define-operation.ts'
import { inputs, optionalInput } from '../schema/input.ts'
import { definePage, pageInputs, takePage } from '../schema/page.ts'
import { defineObject, field, optional, shapes } from '../schema/shape.ts'

type Origin = Pick<AuditEntry, 'clientAddress' | 'requestId'>

const auditEntryType = defineObject<ListedAuditEntry>('AuditEntry', 'One change: who did what to what.', {
  id: field(shapes.id, (entry) => entry.id),
  actorKind: field(shapes.string, (entry) => entry.actor_kind),
  actorId: field(shapes.string, (entry) => entry.actor_id),
  actorEmail: field(optional(shapes.string), (entry) => entry.actor_email),
  action: field(shapes.string, (entry) => entry.action),
  subjectKind: field(shapes.string, (entry) => entry.subject_kind),
  subjectId: field(shapes.string, (entry) => entry.subject_id),
  details: field(shapes.json, (entry) => entry.details),
  clientAddress: field(optional(shapes.string), (entry) => entry.client_address),
  requestId: field(optional(shapes.id), (entry) => entry.request_id),
  createdAt: field(shapes.time, (entry) => entry.created_at),
})

const auditPageType = definePage('AuditEntryConnection', 'A page of the audit log.', auditEntryType)

// Not ids: an operator is named by their login name, and a subject may be an alias or a room.
const filterInputs = {
  actorId: optionalInput(inputs.string),
  action: optionalInput(inputs.string),
  subjectKind: optionalInput(inputs.string),
  subjectId: optionalInput(inputs.string),
  from: optionalInput(inputs.time),
  to: optionalInput(inputs.time),
}

export const auditOperations: readonly Operation[] = [
  defineQuery({
    name: 'auditLog',
    description:
      'Changes in the company and who made them, newest first. Entries are never altered. Only super admins see the client addresses of people who are not members, and the e-mail addresses of super admins.',
    inputs: { companyId: inputs.id, ...filterInputs, ...pageInputs },
    returns: auditPageType,
    cost: 20,
    async resolve({ deps, viewer }, { companyId, first, after, ...filter }) {
      const { isSuperAdmin } = await requireUser(viewer)
      return takePage({ first, after }, async (wanted) => {
        const entries = await listAuditEntries(deps.databases.of(companyId), companyId, {
          ...wanted,
          ...filter,
        })
        return isSuperAdmin
          ? entries
          : hideAddressesOfOutsiders(deps.databases.of(companyId), companyId, entries)
      })
    },
  }),
  defineQuery({
    name: 'platformAuditLog',
    description:
      'Changes that belong to no company, such as those of users, models and offers, newest first. Entries are never altered.',
    inputs: { ...filterInputs, ...pageInputs },
    returns: auditPageType,
    cost: 20,
    resolve: ({ deps }, { first, after, ...filter }) =>
      takePage({ first, after }, (wanted) => listAuditEntries(deps.database, null, { ...wanted, ...filter })),
  }),
]

/** The request's origin, for the audit log. */
export function auditOrigin({ clientAddress, requestId }: OperationContext): Origin {
  return { requestId, ...(clientAddress === undefined ? {} : { clientAddress }) }
}

/** The request's origin and the user who made it, for the audit log. */
export async function auditActor(context: OperationContext): Promise<Origin & Pick<AuditEntry, 'actor'>> {
  // The operation was authorised before, so `account` is as strict as `user` here.
  const { id } = await requireAccount(context.viewer)
  return { actor: { kind: 'user', id }, ...auditOrigin(context) }
}

/**
 * Removes the client addresses of super admins and former members, and the e-mail addresses of super admins: a company's
 * admins may see only those of its own people.
 */
export async function hideAddressesOfOutsiders(
  database: Database,
  companyId: string,
  entries: readonly ListedAuditEntry[],
): Promise<ListedAuditEntry[]> {
  const byUser = entries.filter(({ actor_kind }) => actor_kind === 'user')
  const userIds = [...new Set(byUser.map(({ actor_id }) => actor_id).filter(isUuid))]
  const members = await findPlainMembers(database, { companyId, userIds })
  const superAdmins = await findSuperAdmins(database, userIds)
  return entries.map((entry) => {
    if (entry.actor_kind !== 'user' || members.has(entry.actor_id)) return entry
    const hidden = superAdmins.has(entry.actor_id) ? { actor_email: null } : {}
    return Object.assign({}, entry, hidden, { client_address: null })
  })
}
