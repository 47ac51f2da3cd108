// Status changes of a document, each made in the transaction of its task. They return false, and change nothing, if the
// document is being deleted or another attempt has already advanced it.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { DocumentRef, DocumentStatus } from '../document.ts'
import type { TextToSave } from '../compose-text.ts'
import { searchConfigOf } from '../language/search-config.ts'

// A tsvector holds at most 1 MB, and every word is in it twice: as written and stemmed. Text beyond the limit is stored
// and read, but not found by a search.
export const indexedCharactersMax = 100_000

export async function saveText(tx: Queryable, document: DocumentRef, saved: TextToSave): Promise<boolean> {
  if (!(await changeStatus(tx, document, { from: 'STORED', to: 'READ' }))) return false
  const { companyId, id } = document
  await tx.query(
    `insert into document_texts (company_id, document_id, text, pages, language, warnings, search)
     select $1, $2, $3, $4, $5, $6,
            to_tsvector('simple', indexed) || to_tsvector($7::regconfig, indexed)
              || array_to_tsvector(array['company:' || $1::uuid, 'language:' || $7])
       from (select left($3, ${indexedCharactersMax})) words (indexed)
     on conflict (company_id, document_id) do update
       set text = excluded.text, pages = excluded.pages, language = excluded.language,
           warnings = excluded.warnings, search = excluded.search`,
    [
      companyId,
      id,
      saved.text,
      saved.pages,
      saved.language,
      JSON.stringify(saved.warnings),
      searchConfigOf(saved.language),
    ],
  )
  return true
}

export function markParsed(tx: Queryable, document: DocumentRef): Promise<boolean> {
  return changeStatus(tx, document, { from: 'READ', to: 'PARSED' })
}

export async function markRefused(tx: Queryable, document: DocumentRef, refusal: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update documents set status = 'REFUSED', refusal = $3, updated_at = now()
      where company_id = $1 and id = $2 and status = 'STORED'`,
    [document.companyId, document.id, refusal],
  )
  return rowCount === 1
}

/** Shows that the work on the document was cancelled, or with null that it continues. */
export async function setCancelledTask(
  tx: Queryable,
  { companyId, id }: DocumentRef,
  taskId: string | null,
): Promise<void> {
  await tx.query(
    'update documents set cancelled_task_id = $3, updated_at = now() where company_id = $1 and id = $2',
    [companyId, id, taskId],
  )
}

async function changeStatus(
  tx: Queryable,
  { companyId, id }: DocumentRef,
  { from, to }: { from: DocumentStatus; to: DocumentStatus },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update documents set status = $4, updated_at = now() where company_id = $1 and id = $2 and status = $3`,
    [companyId, id, from, to],
  )
  return rowCount === 1
}
