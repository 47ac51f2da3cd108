import { type ListedAuditEntry, listAuditEntries } from '@gatehouse/audit/list-audit-entries'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, optional, shapes } from '../../schema/shape.ts'

const entryType = defineObject<ListedAuditEntry>('AuditEntry', 'Who did what to what.', {
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
    'What was changed in the company and by whom, the newest first. Nothing of it is ever altered.',
  inputs: { companyId: inputs.id, ...pageInputs },
  returns: connectionType,
  cost: 20,
  resolve: ({ deps }, { companyId, ...page }) =>
    takePage(page, (wanted) => listAuditEntries(deps.database, companyId, wanted)),
})
