import { type ListedAuditEntry, listAuditEntries } from '@gatehouse/audit/list-audit-entries'
import { findPlainMembers } from '@gatehouse/identity/memberships'
import { isUuid } from '@gatehouse/runtime/ids'
import { requireUser } from '../../access/authorise.ts'
import type { OperationDeps } from '../../operation-deps.ts'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'

const entryType = defineObject<ListedAuditEntry>('AuditEntry', 'One change: who did what to what.', {
  id: field(shapes.id, (entry) => entry.id),
  actorKind: field(shapes.string, (entry) => entry.actor_kind),
  actorId: field(shapes.string, (entry) => entry.actor_id),
  action: field(shapes.string, (entry) => entry.action),
  subjectKind: field(shapes.string, (entry) => entry.subject_kind),
  subjectId: field(shapes.string, (entry) => entry.subject_id),
  details: field(shapes.json, (entry) => entry.details),
  clientAddress: field(optional(shapes.string), (entry) => entry.client_address),
  requestId: field(optional(shapes.id), (entry) => entry.request_id),
  createdAt: field(shapes.time, (entry) => entry.created_at),
})

const connectionType = definePage('AuditEntryConnection', 'A page of the audit log.', entryType)

export const auditLog = defineQuery({
  name: 'auditLog',
  description:
    'Changes in the company and who made them, newest first. Entries are never altered. Only super admins see the addresses of people who are not members, such as other super admins.',
  inputs: { companyId: inputs.id, ...pageInputs },
  returns: connectionType,
  cost: 20,
  async resolve({ deps, viewer }, { companyId, ...page }) {
    const { isSuperAdmin } = await requireUser(viewer)
    return takePage(page, async (wanted) => {
      const entries = await listAuditEntries(deps.database, companyId, wanted)
      return isSuperAdmin ? entries : hideAddressesOfOutsiders(deps, companyId, entries)
    })
  },
})

/**
 * Removes the client addresses of super admins and former members: a company's admins may see only those of members.
 */
async function hideAddressesOfOutsiders(
  { database }: OperationDeps,
  companyId: string,
  entries: readonly ListedAuditEntry[],
): Promise<ListedAuditEntry[]> {
  const byUser = entries.filter(({ actor_kind }) => actor_kind === 'user')
  const userIds = [...new Set(byUser.map(({ actor_id }) => actor_id).filter(isUuid))]
  const members = await findPlainMembers(database, { companyId, userIds })
  return entries.map((entry) =>
    entry.actor_kind !== 'user' || members.has(entry.actor_id)
      ? entry
      : Object.assign({}, entry, { client_address: null }),
  )
}
