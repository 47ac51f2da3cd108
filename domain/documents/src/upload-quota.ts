import { Fault } from '@gatehouse/runtime/fault'

/** Number of new documents, and their total bytes, that a company may upload per UTC day. */
export type UploadQuota = Readonly<{ documentsPerDay: number; documentBytesPerDay: number }>

export type UploadsOfDay = Readonly<{ documents: number; bytes: number; renewsAt: Date; renewsInMs: number }>

/** True if not even the smallest document can be uploaded today. */
export function isQuotaUsed({ documents, bytes }: UploadsOfDay, quota: UploadQuota): boolean {
  return documents >= quota.documentsPerDay || bytes >= quota.documentBytesPerDay
}

export function quotaUsed(
  { documentsPerDay, documentBytesPerDay }: UploadQuota,
  { renewsAt, renewsInMs }: Pick<UploadsOfDay, 'renewsAt' | 'renewsInMs'>,
): Fault {
  return new Fault({
    kind: 'exhausted',
    code: 'documents.quota_used',
    publicMessage:
      `Your company may upload ${documentsPerDay} documents and ${documentBytesPerDay} bytes per day, and this upload would exceed that. ` +
      `Try again after ${renewsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    retryAfterMs: renewsInMs,
  })
}
