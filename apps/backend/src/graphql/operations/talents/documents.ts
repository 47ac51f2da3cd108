import { type ListedDocument, listDocuments } from '@gatehouse/documents/list-documents'
import { defineQuery } from '../../schema/define-operation.ts'
import { inputs } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, optional, shapes } from '../../schema/shape.ts'

const kindType = enumeration('DocumentKind', 'A CV makes a talent.', ['CV', 'OTHER'])

const statusType = enumeration(
  'DocumentStatus',
  'Uploading, stored, then read (its text can be searched), and for a CV parsed (its talent exists); or refused.',
  ['UPLOADING', 'STORED', 'READ', 'PARSED', 'REFUSED', 'DELETING'],
)

const documentType = defineObject<ListedDocument>(
  'Document',
  'A file that was uploaded with POST /documents.',
  {
    id: field(shapes.id, (document) => document.id),
    kind: field(kindType, (document) => document.kind),
    status: field(statusType, (document) => document.status),
    fileName: field(shapes.string, (document) => document.file_name),
    sizeBytes: field(shapes.int, (document) => document.size_bytes),
    talentId: field(optional(shapes.id), (document) => document.talent_id),
    refusal: field(optional(shapes.string), (document) => document.refusal),
    createdAt: field(shapes.time, (document) => document.created_at),
  },
)

const connectionType = definePage('DocumentConnection', 'A page of documents.', documentType)

export const documents = defineQuery({
  name: 'documents',
  description: 'The documents of the company, newest first.',
  inputs: { companyId: inputs.id, ...pageInputs },
  returns: connectionType,
  cost: 20,
  resolve: ({ deps }, { companyId, ...page }) =>
    takePage(page, (wanted) => listDocuments(deps.database, companyId, wanted)),
})
