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
    'Erases a talent with all of its data: documents, text, facts and matches. The audit log keeps the id.',
  inputs: { companyId: inputs.id, talentId: inputs.id },
  returns: shapes.boolean,
  async resolve(context, { companyId, talentId }) {
    const { database, documents, ids } = context.deps
    const by = await auditActor(context)
    await documents.queue.prepare()
    await database.transaction().execute(async (tx) => {
      // Documents first, so that a CV that is being read right now does not recreate the talent.
      const documentsDeleted = await requestDeletion(documents, tx, { companyId, talentId })
      const isErased = await erase(tx, { companyId, id: talentId })
      // A talent whose CV has not been read yet has documents but no row.
      if (!isErased && documentsDeleted === 0) throw unknownId()
      const subject = { kind: 'talent', id: talentId }
      await recordAuditEntry(ids, tx, { ...by, companyId, action: 'talent.delete', subject })
    })
    return true
  },
})
