// Port: the document records of companies, without their bytes.
import type { StoredDocument } from './document.ts'
import type { UploadQuota } from './upload-quota.ts'

export type NewDocument = Pick<
  StoredDocument,
  'companyId' | 'id' | 'kind' | 'fileName' | 'contentHash' | 'sizeBytes' | 'talentId' | 'uploadedBy'
>

export type DocumentStore = {
  /**
   * Returns the new document, or the existing one with the same bytes; committed once it resolves. A new document
   * counts against the day's quota. Beyond the quota nothing is written, and the call rejects with a Fault that says
   * when to retry.
   */
  begin(document: NewDocument, quota: UploadQuota): Promise<StoredDocument>
  /**
   * Called once the bytes are stored: marks the document as stored and enqueues its reading, in one transaction.
   * Returns false if the document was deleted in the meantime; its bytes will then be deleted too.
   */
  finish(document: NewDocument): Promise<boolean>
}
