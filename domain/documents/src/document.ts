import { type ObjectKey, objectKey } from '@gatehouse/objects/object-store'

export type DocumentKind = 'CV' | 'OTHER'

/**
 * UPLOADING: the bytes are being stored. STORED: the bytes are stored but not read yet. READ: the text has been
 * extracted and can be searched, and a CV's talent exists, as rules read it. PARSED: a model, if one is configured, has
 * read the CV too (CVs only). REFUSED: the document
 * cannot be read; `refusal` says why. DELETING: the deletion has been requested.
 */
export type DocumentStatus = 'UPLOADING' | 'STORED' | 'READ' | 'PARSED' | 'REFUSED' | 'DELETING'

export type DocumentRef = { companyId: string; id: string }

export type StoredDocument = DocumentRef & {
  kind: DocumentKind
  status: DocumentStatus
  fileName: string
  contentHash: Buffer
  sizeBytes: number
  /** The talent whom a CV describes; null for other documents. */
  talentId: string | null
  uploadedBy: string | null
  refusal: string | null
  createdAt: Date
}

/**
 * The object key contains the company and the content hash: because it is per company, an upload cannot reveal whether
 * another company has stored the same bytes.
 */
export function objectOfDocument({
  companyId,
  kind,
  contentHash,
}: Pick<StoredDocument, 'companyId' | 'kind' | 'contentHash'>): ObjectKey {
  return objectKey('documents', companyId, kind.toLowerCase(), contentHash.toString('hex'))
}
