import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { correctTalent } from '@gatehouse/talents/correct-talent'
import { listTalents } from '@gatehouse/talents/list-talents'
import { readTalent } from '@gatehouse/talents/read-talent'
import { deleteTalent } from '@gatehouse/talents/save-talents'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { pageInputs, takePage } from '../../schema/page.ts'
import { shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'
import { correctTalentInput } from './talent-inputs.ts'
import { talentDetailsType, talentPageType } from './talent-type.ts'

export const talentOperations: readonly Operation[] = [
  defineQuery({
    name: 'talents',
    description: 'The talents of the company, newest first.',
    inputs: { companyId: inputs.id, ...pageInputs },
    returns: talentPageType,
    cost: 20,
    // A profile has up to some 50,000 characters.
    rowCost: 5,
    resolve: ({ deps }, { companyId, ...page }) =>
      takePage(page, (wanted) => listTalents(deps.database, companyId, wanted)),
  }),
  defineQuery({
    name: 'talent',
    description: 'A talent with everything that is known of them, and the lines that state it.',
    inputs: { companyId: inputs.id, talentId: inputs.id },
    returns: talentDetailsType,
    cost: 50,
    async resolve({ deps }, name) {
      const talent = await readTalent(deps.database, name, deps.names)
      if (!talent) throw unknownId()
      return talent
    },
  }),
  defineMutation({
    name: 'correctTalent',
    description:
      'Corrects what was read from the CV of a talent, who is matched again if the facts about their work change.',
    inputs: { companyId: inputs.id, talentId: inputs.id, input: correctTalentInput },
    returns: talentDetailsType,
    cost: 100,
    async resolve(context, { companyId, talentId, input: { reset, ...change } }) {
      const { database, ids, names } = context.deps
      const by = await auditActor(context)
      return database.transaction().execute(async (tx) => {
        const correction = { change, reset: reset ?? [], vocabulary: names }
        const outcome = await correctTalent(tx, { companyId, talentId }, correction)
        if (outcome.kind === 'unknown') throw unknownId()
        if (outcome.kind === 'invalid') throw badRequest(outcome.message, 'input')
        // The audit log outlives the talent, so it has the names of the fields and not what they contain.
        const [subject, details] = [{ kind: 'talent', id: talentId }, { fields: outcome.fields }]
        await recordAuditEntry(ids, tx, { ...by, companyId, action: 'talent.correct', subject, details })
        return outcome.talent
      })
    },
  }),
  defineMutation({
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
        const isErased = await deleteTalent(tx, { companyId, id: talentId })
        // A talent whose CV has not been read yet has documents but no row.
        if (!isErased && documentsDeleted === 0) throw unknownId()
        const subject = { kind: 'talent', id: talentId }
        await recordAuditEntry(ids, tx, { ...by, companyId, action: 'talent.delete', subject })
      })
      return true
    },
  }),
]
