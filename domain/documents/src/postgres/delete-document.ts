// A deletion is requested in the caller's transaction and carried out by a task: first the object, then the row, so
// that no object is ever left without a row.
import type { ObjectStore } from '@gatehouse/objects/object-store'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { type DocumentRef, objectOfDocument } from '../document.ts'
import { deleteDocumentTask } from '../document-tasks.ts'
import { type DocumentRow, documentColumns, toDocument } from './read-documents.ts'

/** `queue` must list `deleteDocumentTask` among its kinds. */
export type DeletionDeps = { queue: Pick<TaskQueue, 'enqueueAll'> }

/** One document, or all documents that describe a talent. */
export type DocumentsToDelete = { companyId: string } & ({ id: string } | { talentId: string })

/**
 * Marks documents for deletion and returns how many were marked. From then on their text cannot be read, and no task
 * advances them.
 */
export async function requestDeletion(
  { queue }: DeletionDeps,
  tx: Queryable,
  which: DocumentsToDelete,
): Promise<number> {
  const [column, value] = 'id' in which ? ['id', which.id] : ['talent_id', which.talentId]
  const { rows } = await tx.query(
    `with marked as (
       update documents set status = 'DELETING', updated_at = now()
        where company_id = $1 and ${column} = $2 and status <> 'DELETING' returning company_id, id),
     emptied as (
       delete from document_texts t using marked m where t.company_id = m.company_id and t.document_id = m.id)
     select company_id, id from marked`,
    [which.companyId, value],
  )
  await enqueueDeletions(queue, tx, rows as DeletingRow[])
  return rows.length
}

const staleHours = 24
const sweepMax = 1_000

/** Requests the deletion of uploads that were begun over a day ago and never finished; returns their number. */
export async function sweepUploads({ queue }: DeletionDeps, tx: Queryable): Promise<number> {
  const { rows } = await tx.query<DeletingRow>(
    `update documents set status = 'DELETING', updated_at = now()
      where (company_id, id) in (
        select company_id, id from documents
         where status = 'UPLOADING' and updated_at < now() - $1 * interval '1 hour'
         limit $2 for update skip locked)
      returning company_id, id`,
    [staleHours, sweepMax],
  )
  await enqueueDeletions(queue, tx, rows)
  return rows.length
}

/** Deletes the object and the row; idempotent. A concurrent upload of the same bytes waits for the row lock. */
export async function deleteDocument(
  { shards, objects }: { shards: Shards; objects: ObjectStore },
  { companyId, id }: DocumentRef,
): Promise<void> {
  await shards.of(companyId).transaction(async (tx) => {
    const { rows } = await tx.query<DocumentRow>(
      `select ${documentColumns} from documents
        where company_id = $1 and id = $2 and status = 'DELETING' for update`,
      [companyId, id],
    )
    if (!rows[0]) return
    await objects.delete(objectOfDocument(toDocument(rows[0])))
    await tx.query('delete from documents where company_id = $1 and id = $2', [companyId, id])
  })
}

type DeletingRow = { company_id: string; id: string }

async function enqueueDeletions(
  queue: DeletionDeps['queue'],
  tx: Queryable,
  rows: readonly DeletingRow[],
): Promise<void> {
  await queue.enqueueAll(
    tx,
    deleteDocumentTask,
    rows.map(({ company_id: companyId, id }) => ({
      input: { companyId, documentId: id },
      groupId: companyId,
      key: id,
    })),
  )
}
