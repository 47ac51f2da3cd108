import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import type { Selectable } from 'kysely'

export type ListedDocument = Pick<
  Selectable<Tables['documents']>,
  'id' | 'kind' | 'status' | 'file_name' | 'size_bytes' | 'talent_id' | 'refusal' | 'created_at'
>

export type DocumentPage = { limit: number; beforeId?: string | undefined }

/** Newest first, since ids sort by time. Documents that are being deleted are omitted. */
export function listDocuments(
  database: Database,
  companyId: string,
  { limit, beforeId }: DocumentPage,
): Promise<ListedDocument[]> {
  let query = database
    .selectFrom('documents')
    .select(['id', 'kind', 'status', 'file_name', 'size_bytes', 'talent_id', 'refusal', 'created_at'])
    .where('company_id', '=', companyId)
    .where('status', '<>', 'DELETING')
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.execute()
}
