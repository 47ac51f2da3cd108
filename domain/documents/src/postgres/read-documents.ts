import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { DocumentKind, DocumentRef, DocumentStatus, StoredDocument } from '../document.ts'

export type DocumentRow = {
  company_id: string
  id: string
  kind: DocumentKind
  status: DocumentStatus
  file_name: string
  content_hash: Buffer
  size_bytes: number
  talent_id: string | null
  uploaded_by: string | null
  refusal: string | null
  created_at: Date
}

export const documentColumns =
  'company_id, id, kind, status, file_name, content_hash, size_bytes, talent_id, uploaded_by, refusal, created_at'

export function toDocument(row: DocumentRow): StoredDocument {
  return {
    companyId: row.company_id,
    id: row.id,
    kind: row.kind,
    status: row.status,
    fileName: row.file_name,
    contentHash: row.content_hash,
    sizeBytes: row.size_bytes,
    talentId: row.talent_id,
    uploadedBy: row.uploaded_by,
    refusal: row.refusal,
    createdAt: row.created_at,
  }
}

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
