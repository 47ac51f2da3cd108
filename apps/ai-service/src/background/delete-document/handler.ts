import { deleteDocument } from '@gatehouse/documents/delete-document'
import { deleteDocumentTask } from '@gatehouse/documents/document-tasks'
import type { ObjectStore } from '@gatehouse/objects/object-store'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'

/** Done twice it is done once, so it needs no effect of its own. */
export function deleteDocumentHandler(deps: { postgres: Postgres; objects: ObjectStore }): HandledKind {
  return handleTask(deleteDocumentTask, {
    concurrencyMax: 2,
    async work({ input: { companyId, documentId } }) {
      await deleteDocument(deps, { companyId, id: documentId })
      return undefined
    },
  })
}
