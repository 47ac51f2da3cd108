import { type ObjectKey, objectKey } from '@gatehouse/objects/object-key'
import type { StoredDocument } from './document.ts'

/** Named after its content, within its company: nobody can find out by uploading what others have. */
export function objectOfDocument({
  companyId,
  kind,
  contentHash,
}: Pick<StoredDocument, 'companyId' | 'kind' | 'contentHash'>): ObjectKey {
  return objectKey('documents', companyId, kind.toLowerCase(), contentHash.toString('hex'))
}
