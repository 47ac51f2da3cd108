import { Fault } from '@gatehouse/runtime/fault'

/** How many new documents a company may upload in a day of UTC, and of how many bytes in all. */
export type UploadQuota = Readonly<{ documentsPerDay: number; documentBytesPerDay: number }>

export type UploadsOfDay = Readonly<{ documents: number; bytes: number; renewsAt: Date; renewsInMs: number }>

/** Whether nothing more can be uploaded today, however small it is. */
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
      `Your company may upload ${documentsPerDay} documents and ${documentBytesPerDay} bytes a day, and this one goes beyond that. ` +
      `Try again after ${renewsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    retryAfterMs: renewsInMs,
  })
}
