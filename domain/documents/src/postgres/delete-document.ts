// Deleting is a promise in the caller's transaction, kept by a task: the object goes first and then the row, so that no
// object stays behind without a row that knows of it.
import type { ObjectStore } from '@gatehouse/objects/object-store'
import type { Postgres, Queryable } from '@gatehouse/postgres/create-postgres'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { DocumentRef } from '../document.ts'
import { deleteDocumentTask } from '../document-tasks.ts'
import { objectOfDocument } from '../object-of-document.ts'
import { type DocumentRow, documentColumns, toDocument } from './document-rows.ts'

/** `queue` must list `deleteDocumentTask` among its kinds. */
export type DeletionDeps = { queue: Pick<TaskQueue, 'enqueueAll'> }

/** False if there is none, or it is being deleted already. From now on nobody can read its text. */
export async function requestDeletion(
  { queue }: DeletionDeps,
  tx: Queryable,
  { companyId, id }: DocumentRef,
): Promise<boolean> {
  const { rows } = await tx.query<DeletingRow>(
    `update documents set status = 'DELETING', updated_at = now()
      where company_id = $1 and id = $2 and status <> 'DELETING' returning company_id, id`,
    [companyId, id],
  )
  await tx.query('delete from document_texts where company_id = $1 and document_id = $2', [companyId, id])
  await enqueueDeletions(queue, tx, rows)
  return rows.length === 1
}

const staleHours = 24
const sweepMax = 1_000

/** Uploads that were begun long ago and never finished. The number of those found. */
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

/** Done when it resolves; done again it does nothing. Whoever uploads the same meanwhile waits for the row. */
export async function deleteDocument(
  { postgres, objects }: { postgres: Postgres; objects: ObjectStore },
  { companyId, id }: DocumentRef,
): Promise<void> {
  await postgres.transaction(async (tx) => {
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

async function enqueueDeletions(queue: DeletionDeps['queue'], tx: Queryable, rows: readonly DeletingRow[]) {
  await queue.enqueueAll(
    tx,
    deleteDocumentTask,
    rows.map(({ company_id: companyId, id }) => ({
      input: { companyId, documentId: id },
      companyId,
      key: id,
    })),
  )
}
