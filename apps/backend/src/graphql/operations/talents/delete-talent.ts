import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { deleteTalent as erase } from '@gatehouse/talents/save-talents'
import { unknownId } from '../../graphql-faults.ts'
import { defineMutation } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit-origin.ts'

export const deleteTalent = defineMutation({
  name: 'deleteTalent',
  description:
    'Erases a talent with all that is known of them: documents, text, facts and matches. The audit log keeps the id.',
  inputs: { companyId: inputs.id, talentId: inputs.id },
  returns: shapes.boolean,
  async resolve(context, { companyId, talentId }) {
    const { database, documents, ids } = context.deps
    const by = await auditActor(context)
    await documents.queue.prepare()
    await database.transaction().execute(async (tx) => {
      // First, so that a CV that is just being read makes no new talent of them.
      const documentsDeleted = await requestDeletion(documents, tx, { companyId, talentId })
      const isErased = await erase(tx, { companyId, id: talentId })
      // A CV that was not read yet is all that there is of its talent.
      if (!isErased && documentsDeleted === 0) throw unknownId()
      const subject = { kind: 'talent', id: talentId }
      await recordAuditEntry(ids, tx, { ...by, companyId, action: 'talent.delete', subject })
    })
    return true
  },
})
