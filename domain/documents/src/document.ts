export type DocumentKind = 'CV' | 'OTHER'

/**
 * Uploading: the bytes are on their way. Stored: they are there, nobody has read them yet. Read: its text is there, and it
 * can be searched. Parsed: so are the facts of its talent (a CV). Refused: it cannot be read, and `refusal` says why.
 */
export type DocumentStatus = 'UPLOADING' | 'STORED' | 'READ' | 'PARSED' | 'REFUSED' | 'DELETING'

export type DocumentRef = { companyId: string; id: string }

export type StoredDocument = DocumentRef & {
  kind: DocumentKind
  status: DocumentStatus
  fileName: string
  contentHash: Buffer
  sizeBytes: number
  /** Of a CV: the talent whom it describes. */
  talentId: string | null
  uploadedBy: string | null
  refusal: string | null
  createdAt: Date
}
