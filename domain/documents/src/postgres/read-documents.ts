import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { DocumentRef, StoredDocument } from '../document.ts'
import { type DocumentRow, documentColumns, toDocument } from './document-rows.ts'

export async function readDocumentRow(
  postgres: Queryable,
  { companyId, id }: DocumentRef,
): Promise<StoredDocument | undefined> {
  const { rows } = await postgres.query<DocumentRow>(
    `select ${documentColumns} from documents where company_id = $1 and id = $2`,
    [companyId, id],
  )
  return rows[0] && toDocument(rows[0])
}

export async function readText(
  postgres: Queryable,
  { companyId, id }: DocumentRef,
): Promise<string | undefined> {
  const { rows } = await postgres.query<{ text: string }>(
    'select text from document_texts where company_id = $1 and document_id = $2',
    [companyId, id],
  )
  return rows[0]?.text
}
