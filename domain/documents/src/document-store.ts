// Port: the documents of companies, apart from their bytes.
import type { StoredDocument } from './document.ts'
import type { UploadQuota } from './upload-quota.ts'

export type NewDocument = Pick<
  StoredDocument,
  'companyId' | 'id' | 'kind' | 'fileName' | 'contentHash' | 'sizeBytes' | 'talentId' | 'uploadedBy'
>

export type DocumentStore = {
  /**
   * The new one, or the one with the same bytes that is there already. Committed when it resolves. A new one counts for the day;
   * beyond the quota nothing is written, and it rejects with a Fault that says when to try again.
   */
  begin(document: NewDocument, quota: UploadQuota): Promise<StoredDocument>
  /**
   * The bytes are there: it is stored, and its reading is enqueued, in one transaction. False if it was deleted meanwhile:
   * then the bytes will be deleted too.
   */
  finish(document: NewDocument): Promise<boolean>
}
