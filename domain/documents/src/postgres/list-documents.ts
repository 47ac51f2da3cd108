import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'

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

/** Counts the CVs of the last day that are not parsed yet. Older ones have failed and wait for an operator. */
export async function countWaitingCvs(database: Database, companyId: string): Promise<number> {
  const { count } = await database
    .selectFrom('documents')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', companyId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('kind', '=', 'CV')
    .where('status', 'in', ['STORED', 'READ'])
    .executeTakeFirstOrThrow()
  return count
}
