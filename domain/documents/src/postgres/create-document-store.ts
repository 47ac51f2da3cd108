import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { StoredDocument } from '../document.ts'
import { deleteDocumentTask, readDocumentTask } from '../document-tasks.ts'
import type { DocumentStore, NewDocument } from '../upload-document.ts'
import { quotaUsed } from '../upload-quota.ts'
import { type DocumentRow, documentColumns, toDocument } from './read-documents.ts'
import { countUpload, readUploadsOfDay } from './upload-days.ts'

/** `queue` must list `readDocumentTask` and `deleteDocumentTask` among its kinds. */
export type DocumentStoreDeps = { shards: Shards; queue: Pick<TaskQueue, 'enqueue' | 'prepare'> }

export function createDocumentStore({ shards, queue }: DocumentStoreDeps): DocumentStore {
  return {
    begin: (document, quota) =>
      shards.of(document.companyId).transaction(async (tx) => {
        const begun = await insertOrFind(tx, document)
        if (begun.id === document.id && !(await countUpload(tx, document, quota)))
          throw quotaUsed(quota, await readUploadsOfDay(tx, document.companyId))
        return begun
      }),
    async finish(document) {
      const { companyId, id } = document
      await queue.prepare()
      return shards.of(companyId).transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `update documents set status = 'STORED', updated_at = now()
            where company_id = $1 and id = $2 and status = 'UPLOADING'`,
          [companyId, id],
        )
        if (rowCount !== 1) return resolveConflict(queue, tx, document)
        await queue.enqueue(tx, readDocumentTask, {
          input: { companyId, documentId: id },
          groupId: companyId,
          key: id,
        })
        return true
      })
    },
  }
}

async function insertOrFind(tx: Queryable, document: NewDocument): Promise<StoredDocument> {
  const { companyId, id, kind, fileName, contentHash, sizeBytes, talentId, uploadedBy } = document
  // On a conflict, `updated_at` is set, so that the sweep does not delete an upload that is being repeated.
  const { rows } = await tx.query<DocumentRow>(
    `insert into documents (company_id, id, kind, file_name, content_hash, size_bytes, talent_id, uploaded_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (company_id, kind, content_hash) do update set updated_at = now()
     returning ${documentColumns}`,
    [companyId, id, kind, fileName, contentHash, sizeBytes, talentId, uploadedBy],
  )
  return toDocument(rows[0] as DocumentRow)
}

/**
 * Returns true if a concurrent upload of the same bytes was first. If the document was deleted, no row refers to the
 * bytes that have just been stored: the row is inserted again as DELETING, so that they are deleted.
 */
async function resolveConflict(
  queue: DocumentStoreDeps['queue'],
  tx: Queryable,
  document: NewDocument,
): Promise<boolean> {
  const { companyId, id, kind, fileName, contentHash, sizeBytes, talentId, uploadedBy } = document
  // Waits for a deletion in progress: it may have deleted the object before these bytes were stored.
  const { rows } = await tx.query<{ id: string; status: string }>(
    `select id, status from documents where company_id = $1 and kind = $2 and content_hash = $3 for update`,
    [companyId, kind, contentHash],
  )
  const [row] = rows
  if (row) return row.id === id && row.status !== 'DELETING'
  const { rowCount } = await tx.query(
    `insert into documents (company_id, id, kind, file_name, content_hash, size_bytes, talent_id, uploaded_by, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'DELETING')
     on conflict (company_id, kind, content_hash) do nothing`,
    [companyId, id, kind, fileName, contentHash, sizeBytes, talentId, uploadedBy],
  )
  // Enqueued without a deduplication key: the key for this id was used by the deletion that has finished.
  if (rowCount === 1)
    await queue.enqueue(tx, deleteDocumentTask, { input: { companyId, documentId: id }, groupId: companyId })
  return false
}
