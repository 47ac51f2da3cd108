import type { ParsingWarning } from '@gatehouse/parsing/parsing-warning'
import type { Database } from '@gatehouse/schema/database'
import type { Tables } from '@gatehouse/schema/tables'
import { type Selectable, sql } from 'kysely'
import type { DocumentKind, DocumentRef, DocumentStatus } from '../document.ts'

export type ListedDocument = Pick<Selectable<Tables['documents']>, (typeof listedColumns)[number]>

export type DocumentPage = {
  limit: number
  beforeId?: string | undefined
  kind?: DocumentKind | undefined
  status?: DocumentStatus | undefined
  /** Only CVs of this talent. */
  talentId?: string | undefined
}

const listedColumns = [
  'id',
  'kind',
  'status',
  'file_name',
  'size_bytes',
  'talent_id',
  'refusal',
  'cancelled_task_id',
  'created_at',
] as const

/** Newest first, since ids sort by time. Documents that are being deleted are omitted. */
export function listDocuments(
  database: Database,
  companyId: string,
  { limit, beforeId, kind, status, talentId }: DocumentPage,
): Promise<ListedDocument[]> {
  let query = database
    .selectFrom('documents')
    .select(listedColumns)
    .where('company_id', '=', companyId)
    .where('status', '<>', 'DELETING')
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (status !== undefined) query = query.where('status', '=', status)
  if (talentId !== undefined) query = query.where('talent_id', '=', talentId)
  return query.execute()
}

/** A document with its text. */
export type DocumentDetails = ListedDocument & {
  /** Empty until the document has been read. */
  lines: readonly string[]
  pages: number | null
  /** ISO 639-1 code; null if unknown. */
  language: string | null
  warnings: readonly Pick<ParsingWarning, 'code' | 'message'>[]
}

/** Returns undefined if the company has no such document, or if it is being deleted. */
export async function readDocumentDetails(
  database: Database,
  { companyId, id }: DocumentRef,
): Promise<DocumentDetails | undefined> {
  const row = await database
    .selectFrom('documents')
    .leftJoin('document_texts', (join) =>
      join
        .onRef('document_texts.company_id', '=', 'documents.company_id')
        .onRef('document_texts.document_id', '=', 'documents.id'),
    )
    .select(listedColumns)
    .select(['text', 'pages', 'language', 'warnings'])
    .where('documents.company_id', '=', companyId)
    .where('documents.id', '=', id)
    .where('documents.status', '<>', 'DELETING')
    .executeTakeFirst()
  if (!row) return undefined
  const { text, warnings, ...document } = row
  return Object.assign(document, {
    lines: text === null ? [] : text.split('\n'),
    // The column is written only by `saveText`, with this type.
    warnings: (warnings ?? []) as DocumentDetails['warnings'],
  })
}

/** Counts the CVs of the last day that are still to be parsed. Older ones have failed and wait for an operator. */
export async function countWaitingCvs(database: Database, companyId: string): Promise<number> {
  const { count } = await database
    .selectFrom('documents')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', companyId)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('kind', '=', 'CV')
    .where('status', 'in', ['STORED', 'READ'])
    .where('cancelled_task_id', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
