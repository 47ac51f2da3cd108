// Port: the documents of companies, apart from their bytes.
import type { StoredDocument } from './document.ts'

export type NewDocument = Pick<
  StoredDocument,
  'companyId' | 'id' | 'kind' | 'fileName' | 'contentHash' | 'sizeBytes' | 'talentId' | 'uploadedBy'
>

export type DocumentStore = {
  /** The new one, or the one with the same bytes that is there already. Committed when it resolves. */
  begin(document: NewDocument): Promise<StoredDocument>
  /**
   * The bytes are there: it is stored, and its reading is enqueued, in one transaction. False if it was deleted meanwhile:
   * then the bytes will be deleted too.
   */
  finish(document: NewDocument): Promise<boolean>
}
