// An upload writes the row, then the bytes, then the task. A process that dies in between leaves a row in UPLOADING,
// which a repeated upload resumes and the sweep deletes.
import { createHash } from 'node:crypto'
import type { ObjectStore } from '@gatehouse/objects/object-store'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import { precheckDocument } from '@gatehouse/parsing/read-document'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import { type StoredDocument, objectOfDocument } from './document.ts'
import type { UploadQuota } from './upload-quota.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    documents: 'documents.being_deleted' | 'documents.quota_used'
  }
}

export type Upload = Pick<StoredDocument, 'companyId' | 'kind' | 'fileName' | 'uploadedBy'> & {
  bytes: Uint8Array
  /** Quota of the company. Bytes that it has uploaded before do not count. */
  quota: UploadQuota
}

export type UploadOutcome =
  /** `isNew` is false for bytes that the company has uploaded before: they are the same document. */
  | { kind: 'accepted'; document: StoredDocument; isNew: boolean }
  /** The document is too large, empty or of an unsupported type; the message says what to send instead. */
  | { kind: 'refused'; code: 'TOO_LARGE' | 'UNSUPPORTED_DOCUMENT' | 'NO_TEXT'; message: string }

export type NewDocument = Pick<
  StoredDocument,
  'companyId' | 'id' | 'kind' | 'fileName' | 'contentHash' | 'sizeBytes' | 'talentId' | 'uploadedBy'
>

/** Port: the document records of companies, without their bytes. */
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

export type UploadDeps = { store: DocumentStore; objects: ObjectStore; ids: Ids }

export async function uploadDocument(
  { store, objects, ids }: UploadDeps,
  upload: Upload,
): Promise<UploadOutcome> {
  const { companyId, kind, uploadedBy, bytes } = upload
  const refusal = precheckDocument(bytes, documentLimits)
  if (refusal) return { kind: 'refused', code: refusal.code, message: refusal.message }
  const id = ids.uuid()
  const document: NewDocument = {
    companyId,
    id,
    kind,
    fileName: cleanFileName(upload.fileName),
    contentHash: createHash('sha256').update(bytes).digest(),
    sizeBytes: bytes.length,
    talentId: kind === 'CV' ? ids.uuid() : null,
    uploadedBy,
  }
  const begun = await store.begin(document, upload.quota)
  if (begun.status === 'DELETING') throw beingDeleted()
  if (begun.status !== 'UPLOADING') return { kind: 'accepted', document: begun, isNew: false }
  await objects.put(objectOfDocument(begun), bytes)
  if (!(await store.finish(begun))) throw beingDeleted()
  return { kind: 'accepted', document: { ...begun, status: 'STORED' }, isNew: begun.id === id }
}

/**
 * The name is shown to people and in mails, never used as a path. Control characters, which could reverse or break a
 * line, are replaced.
 */
function cleanFileName(name: string): string {
  return (
    name
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
      .trim()
      .slice(0, 255) || 'document'
  )
}

function beingDeleted(): Fault {
  return new Fault({
    kind: 'conflict',
    code: 'documents.being_deleted',
    publicMessage: 'The same document is being deleted. Upload it again in a minute.',
    retryAfterMs: 30_000,
  })
}
