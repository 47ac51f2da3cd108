import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { listDocuments } from '@gatehouse/documents/list-documents'
import { listMatchesOfTalent } from '@gatehouse/matching/list-matches'
import { correctTalent } from '@gatehouse/talents/correct-talent'
import { listTalents } from '@gatehouse/talents/list-talents'
import { type TalentDetails, readTalent } from '@gatehouse/talents/read-talent'
import { deleteTalent } from '@gatehouse/talents/save-talents'
import { setTalentStatus } from '@gatehouse/talents/set-talent-status'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import type { OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { pageInputs, takePage } from '../../schema/page.ts'
import { shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'
import { correctTalentInput } from './talent-inputs.ts'
import {
  type ShownTalent,
  talentDetailsType,
  talentIdentityType,
  talentPageType,
  talentStatusType,
} from './talent-type.ts'

const nameLengthMax = 200

export const talentOperations: readonly Operation[] = [
  defineQuery({
    name: 'talents',
    description:
      'The talents of the company, newest first; with namePrefix those whose name begins so, in any letter case.',
    inputs: {
      companyId: inputs.id,
      status: optionalInput(enumInput(talentStatusType)),
      namePrefix: optionalInput(inputs.string),
      ...pageInputs,
    },
    returns: talentPageType,
    cost: 20,
    // A profile has up to some 50,000 characters.
    rowCost: 5,
    resolve({ deps }, { companyId, status, namePrefix, ...page }) {
      if ((namePrefix?.length ?? 0) > nameLengthMax)
        throw badRequest(`namePrefix has at most ${nameLengthMax} characters.`, 'namePrefix')
      const filter = { status: status ?? undefined, namePrefix: namePrefix ?? undefined }
      return takePage(page, (wanted) =>
        listTalents(deps.databases.of(companyId), companyId, { ...wanted, ...filter }),
      )
    },
  }),
  defineQuery({
    name: 'talent',
    description:
      'A talent with everything that is known of them, the lines that state it, their newest 20 documents and best 20 matches.',
    inputs: { companyId: inputs.id, talentId: inputs.id },
    returns: talentDetailsType,
    cost: 50,
    async resolve({ deps }, name) {
      const talent = await readTalent(deps.databases.of(name.companyId), name, deps.names)
      if (!talent) throw unknownId()
      return withLists(deps, name.companyId, talent)
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
      const { ids, names } = context.deps
      const database = context.deps.databases.of(companyId)
      const by = await auditActor(context)
      const corrected = await database.transaction().execute(async (tx) => {
        const correction = { change, reset: reset ?? [], vocabulary: names }
        const outcome = await correctTalent(tx, { companyId, talentId }, correction)
        if (outcome.kind === 'unknown') throw unknownId()
        if (outcome.kind === 'invalid') throw badRequest(outcome.message, 'input')
        // The audit log outlives the talent, so it has the names of the fields and not what they contain.
        const [subject, details] = [{ kind: 'talent', id: talentId }, { fields: outcome.fields }]
        await recordAuditEntry(ids, tx, { ...by, companyId, action: 'talent.correct', subject, details })
        return outcome.talent
      })
      return withLists(context.deps, companyId, corrected)
    },
  }),
  defineMutation({
    name: 'revealTalent',
    description:
      'The name of a talent and how to reach them, for pages that show talents without it. Recorded in the audit log.',
    inputs: { companyId: inputs.id, talentId: inputs.id },
    returns: talentIdentityType,
    cost: 50,
    async resolve(context, { companyId, talentId }) {
      const { ids, names } = context.deps
      const database = context.deps.databases.of(companyId)
      const by = await auditActor(context)
      const talent = await readTalent(database, { companyId, talentId }, names)
      if (!talent) throw unknownId()
      await database.transaction().execute(async (tx) => {
        const subject = { kind: 'talent', id: talentId }
        await recordAuditEntry(ids, tx, { ...by, companyId, action: 'talent.reveal', subject })
      })
      return talent
    },
  }),
  defineMutation({
    name: 'setTalentStatus',
    description:
      'Sets whether a talent is matched with jobs. A withdrawn talent keeps its data and loses its matches. Idempotent.',
    inputs: { companyId: inputs.id, talentId: inputs.id, status: enumInput(talentStatusType) },
    returns: talentDetailsType,
    cost: 50,
    async resolve(context, { companyId, talentId, status }) {
      const { ids, names } = context.deps
      const database = context.deps.databases.of(companyId)
      const by = await auditActor(context)
      await database.transaction().execute(async (tx) => {
        const outcome = await setTalentStatus(tx, { companyId, talentId }, status)
        if (outcome === 'unknown') throw unknownId()
        if (outcome === 'unchanged') return
        const [subject, details] = [{ kind: 'talent', id: talentId }, { status }]
        await recordAuditEntry(ids, tx, { ...by, companyId, action: 'talent.set_status', subject, details })
      })
      const talent = await readTalent(database, { companyId, talentId }, names)
      if (!talent) throw unknownId()
      return withLists(context.deps, companyId, talent)
    },
  }),
  defineMutation({
    name: 'deleteTalent',
    description:
      'Erases a talent with all of its data: documents, text, facts and matches. The audit log keeps the id.',
    inputs: { companyId: inputs.id, talentId: inputs.id },
    returns: shapes.boolean,
    async resolve(context, { companyId, talentId }) {
      const { databases, documents, ids } = context.deps
      const by = await auditActor(context)
      await documents.queue.prepare()
      await databases
        .of(companyId)
        .transaction()
        .execute(async (tx) => {
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

const documentsMax = 20
const matchesMax = 20

/** The newest documents and the best matches of a talent. */
async function withLists(
  { databases }: Pick<OperationDeps, 'databases'>,
  companyId: string,
  talent: TalentDetails,
): Promise<ShownTalent> {
  const talentId = talent.id
  const database = databases.of(companyId)
  return {
    ...talent,
    documents: await listDocuments(database, companyId, { talentId, limit: documentsMax }),
    matches: await listMatchesOfTalent(database, { companyId, talentId, limit: matchesMax }),
  }
}
