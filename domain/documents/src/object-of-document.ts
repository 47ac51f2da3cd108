import { type ObjectKey, objectKey } from '@gatehouse/objects/object-store'
import type { StoredDocument } from './document.ts'

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
