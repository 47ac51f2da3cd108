import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { DocumentStore } from '../document-store.ts'
import { readDocumentTask } from '../document-tasks.ts'
import { type DocumentRow, documentColumns, toDocument } from './document-rows.ts'

/** `queue` must list `readDocumentTask` among its kinds. */
export type DocumentStoreDeps = { postgres: Postgres; queue: Pick<TaskQueue, 'enqueue' | 'prepare'> }

export function createDocumentStore({ postgres, queue }: DocumentStoreDeps): DocumentStore {
  return {
    async begin(document) {
      const { companyId, id, kind, fileName, contentHash, sizeBytes, talentId, uploadedBy } = document
      // Touched, so that the sweep leaves alone what somebody is just uploading again.
      const { rows } = await postgres.query<DocumentRow>(
        `insert into documents (company_id, id, kind, file_name, content_hash, size_bytes, talent_id, uploaded_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (company_id, kind, content_hash) do update set updated_at = now()
         returning ${documentColumns}`,
        [companyId, id, kind, fileName, contentHash, sizeBytes, talentId, uploadedBy],
      )
      return toDocument(rows[0] as DocumentRow)
    },
    async finish({ companyId, id }) {
      await queue.prepare()
      await postgres.transaction(async (tx) => {
        const { rowCount } = await tx.query(
          `update documents set status = 'STORED', updated_at = now()
            where company_id = $1 and id = $2 and status = 'UPLOADING'`,
          [companyId, id],
        )
        // Somebody else uploaded the same at the same time and was first.
        if (rowCount !== 1) return
        await queue.enqueue(tx, readDocumentTask, {
          input: { companyId, documentId: id },
          companyId,
          key: id,
        })
      })
    },
  }
}
