import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { listDocuments, readDocumentDetails } from '@gatehouse/documents/list-documents'
import { type FoundDocument, searchDocuments } from '@gatehouse/documents/search-documents'
import { type ListedTalent, listTalents } from '@gatehouse/talents/list-talents'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'
import {
  documentDetailsType,
  documentKindType,
  documentPageType,
  documentStatusType,
} from './document-type.ts'
import { talentType } from './talent-type.ts'

type ShownFound = FoundDocument & { talent: ListedTalent | null }

const foundDocumentType = defineObject<ShownFound>(
  'FoundDocument',
  'A document that contains the words searched for.',
  {
    id: field(shapes.id, (found) => found.id),
    fileName: field(shapes.string, (found) => found.fileName),
    talentId: field(optional(shapes.id), (found) => found.talentId),
    talent: field(optional(talentType), (found) => found.talent),
    excerpt: field(shapes.string, (found) => found.excerpt),
  },
)

const wordsLengthMax = 200

export const documentOperations: readonly Operation[] = [
  defineQuery({
    name: 'documents',
    description: 'The documents of the company, newest first, except those that are being deleted.',
    inputs: {
      companyId: inputs.id,
      kind: optionalInput(enumInput(documentKindType)),
      status: optionalInput(enumInput(documentStatusType)),
      ...pageInputs,
    },
    returns: documentPageType,
    cost: 20,
    resolve: ({ deps }, { companyId, kind, status, ...page }) =>
      takePage(page, (wanted) => {
        const filter = { kind: kind ?? undefined, status: status ?? undefined }
        return listDocuments(deps.databases.of(companyId), companyId, { ...wanted, ...filter })
      }),
  }),
  defineQuery({
    name: 'document',
    description: 'A document with its text and what its reader should know about it.',
    inputs: { companyId: inputs.id, documentId: inputs.id },
    returns: documentDetailsType,
    cost: 50,
    async resolve({ deps }, { companyId, documentId }) {
      const document = await readDocumentDetails(deps.databases.of(companyId), { companyId, id: documentId })
      if (!document) throw unknownId()
      return document
    },
  }),
  defineQuery({
    name: 'searchDocuments',
    description:
      'The twenty best matching documents. Supports words, "phrases", -exclusion and or; «marks» enclose what was found.',
    inputs: { companyId: inputs.id, words: inputs.string },
    returns: listOf(foundDocumentType),
    cost: 50,
    // For each excerpt Postgres parses the whole text again: 20 ms for 100,000 characters.
    rowCost: 100,
    async resolve({ deps: { databases } }, { companyId, words }) {
      const database = databases.of(companyId)
      if (words.length > wordsLengthMax)
        throw badRequest(`words has at most ${wordsLengthMax} characters.`, 'words')
      const found = await searchDocuments(database, { companyId, words })
      const ids = found.flatMap(({ talentId }) => talentId ?? [])
      const talents =
        ids.length === 0 ? [] : await listTalents(database, companyId, { ids, limit: ids.length })
      return found.map((one) =>
        Object.assign(one, { talent: talents.find(({ id }) => id === one.talentId) ?? null }),
      )
    },
  }),
  defineMutation({
    name: 'deleteDocument',
    description:
      'Deletes a document: its text immediately, its file soon after. The talent of a CV stays; see deleteTalent.',
    inputs: { companyId: inputs.id, documentId: inputs.id },
    returns: shapes.boolean,
    async resolve(context, { companyId, documentId }) {
      const { databases, documents, ids } = context.deps
      const by = await auditActor(context)
      await documents.queue.prepare()
      await databases
        .of(companyId)
        .transaction()
        .execute(async (tx) => {
          if ((await requestDeletion(documents, tx, { companyId, id: documentId })) === 0) throw unknownId()
          const subject = { kind: 'document', id: documentId }
          await recordAuditEntry(ids, tx, { ...by, companyId, action: 'document.delete', subject })
        })
      return true
    },
  }),
]
