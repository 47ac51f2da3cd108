import { recordAuditEntry } from '@gatehouse/audit/record-audit-entry'
import { requestDeletion } from '@gatehouse/documents/delete-document'
import { type ListedDocument, listDocuments } from '@gatehouse/documents/list-documents'
import { type FoundDocument, searchDocuments } from '@gatehouse/documents/search-documents'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'

const documentKindType = enumeration('DocumentKind', 'Each CV becomes a talent.', ['CV', 'OTHER'])

const documentStatusType = enumeration(
  'DocumentStatus',
  'Uploading, stored, then read (its text can be searched, and a CV is a talent), and for a CV parsed (a model has completed the talent); or refused.',
  ['UPLOADING', 'STORED', 'READ', 'PARSED', 'REFUSED', 'DELETING'],
)

const documentType = defineObject<ListedDocument>(
  'Document',
  'A file that was uploaded with POST /documents.',
  {
    id: field(shapes.id, (document) => document.id),
    kind: field(documentKindType, (document) => document.kind),
    status: field(documentStatusType, (document) => document.status),
    fileName: field(shapes.string, (document) => document.file_name),
    sizeBytes: field(shapes.int, (document) => document.size_bytes),
    talentId: field(optional(shapes.id), (document) => document.talent_id),
    refusal: field(optional(shapes.string), (document) => document.refusal),
    createdAt: field(shapes.time, (document) => document.created_at),
  },
)

const documentPageType = definePage('DocumentConnection', 'A page of documents.', documentType)

const foundDocumentType = defineObject<FoundDocument>(
  'FoundDocument',
  'A document that contains the words searched for.',
  {
    id: field(shapes.id, (found) => found.id),
    fileName: field(shapes.string, (found) => found.fileName),
    talentId: field(optional(shapes.id), (found) => found.talentId),
    excerpt: field(shapes.string, (found) => found.excerpt),
  },
)

const wordsLengthMax = 200

export const documentOperations: readonly Operation[] = [
  defineQuery({
    name: 'documents',
    description: 'The documents of the company, newest first.',
    inputs: { companyId: inputs.id, ...pageInputs },
    returns: documentPageType,
    cost: 20,
    resolve: ({ deps }, { companyId, ...page }) =>
      takePage(page, (wanted) => listDocuments(deps.database, companyId, wanted)),
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
    resolve({ deps }, { companyId, words }) {
      if (words.length > wordsLengthMax)
        throw badRequest(`words has at most ${wordsLengthMax} characters.`, 'words')
      return searchDocuments(deps.database, { companyId, words })
    },
  }),
  defineMutation({
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
  }),
]
