import { createDocumentStore } from '@gatehouse/documents/create-document-store'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import type { UploadDeps } from '@gatehouse/documents/upload-document'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { type TaskQueue, createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { BackendConfig } from './config.ts'

export type BackendDocuments = {
  /** Undefined if no object store is configured; uploads are then refused. */
  upload: UploadDeps | undefined
  queue: TaskQueue
}

export function openBackendDocuments(
  { shards, clock, ids, logger }: ServiceResources,
  { objectStoreUrl }: Pick<BackendConfig, 'objectStoreUrl'>,
  scope: AsyncDisposableStack,
): BackendDocuments {
  const queue = createTaskQueue({ postgres: shards.directory, logger, ids, kinds: documentTasks })
  if (!objectStoreUrl) return { upload: undefined, queue }
  const objects = createObjectStore(objectStoreUrl, clock)
  scope.defer(() => objects.close())
  return { upload: { store: createDocumentStore({ shards, queue }), objects, ids }, queue }
}
