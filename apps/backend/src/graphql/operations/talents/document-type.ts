// A document as the API shows it: in a list without its text, alone with it.
import type { DocumentDetails, ListedDocument } from '@gatehouse/documents/list-documents'
import {
  lineOfWarning,
  pageOfWarning,
  quoteOfWarning,
  trickOfWarning,
} from '@gatehouse/parsing/parsing-warning'
import { definePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

export const documentKindType = enumeration('DocumentKind', 'Each CV becomes a talent.', ['CV', 'OTHER'])

export const documentStatusType = enumeration(
  'DocumentStatus',
  'Uploading, stored, then read (its text can be searched, and a CV is a talent), and for a CV parsed (a model has completed the talent); or refused.',
  ['UPLOADING', 'STORED', 'READ', 'PARSED', 'REFUSED', 'DELETING'],
)

const documentFields = {
  id: field(shapes.id, (document: ListedDocument) => document.id),
  kind: field(documentKindType, (document: ListedDocument) => document.kind),
  status: field(documentStatusType, (document: ListedDocument) => document.status),
  fileName: field(shapes.string, (document: ListedDocument) => document.file_name),
  sizeBytes: field(shapes.int, (document: ListedDocument) => document.size_bytes),
  talentId: field(optional(shapes.id), (document: ListedDocument) => document.talent_id),
  refusal: field(optional(shapes.string), (document: ListedDocument) => document.refusal),
  cancelledTaskId: field(optional(shapes.id), (document: ListedDocument) => document.cancelled_task_id),
  createdAt: field(shapes.time, (document: ListedDocument) => document.created_at),
}

export const documentType = defineObject<ListedDocument>(
  'Document',
  'A file that was uploaded with POST /documents.',
  documentFields,
)

export const documentPageType = definePage('DocumentConnection', 'A page of documents.', documentType)

const warningType = defineObject<DocumentDetails['warnings'][number]>(
  'DocumentWarning',
  'Something that a reader of the document should know, such as text that was hidden in it: where it is, its words, and how it was hidden. Lines are counted from 1.',
  {
    kind: field(shapes.string, (warning) => warning.code),
    text: field(shapes.string, (warning) => warning.message),
    page: field(optional(shapes.int), pageOfWarning),
    line: field(optional(shapes.int), lineOfWarning),
    quote: field(optional(shapes.string), quoteOfWarning),
    trick: field(optional(shapes.string), trickOfWarning),
  },
)

export const documentDetailsType = defineObject<DocumentDetails>(
  'DocumentDetails',
  'A document with its text. The lines are empty until it has been read.',
  {
    ...documentFields,
    lines: field(listOf(shapes.string), (document) => document.lines),
    pages: field(optional(shapes.int), (document) => document.pages),
    language: field(optional(shapes.string), (document) => document.language),
    warnings: field(listOf(warningType), (document) => document.warnings, { usualLength: 3 }),
  },
)
