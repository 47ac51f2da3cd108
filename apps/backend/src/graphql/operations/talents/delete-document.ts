import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { unknownId } from '../../graphql-faults.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'

export const deleteDocument = defineMutation({
  name: 'deleteDocument',
  description:
    'Deletes a document: its text immediately, its file soon after. The talent of a CV stays; see deleteTalent.',
  inputs: { companyId: inputs.id, documentId: inputs.id },
  returns: shapes.boolean,
  async resolve(context, { companyId, documentId }) {
    const { database, documents, ids } = context.deps
    const by = await auditActor(context)
    await documents.queue.prepare()
    await database.transaction().execute(async (tx) => {
      if ((await requestDeletion(documents, tx, { companyId, id: documentId })) === 0) throw unknownId()
      const subject = { kind: 'document', id: documentId }
      await recordAuditEntry(ids, tx, { ...by, companyId, action: 'document.delete', subject })
    })
    return true
  },
})
