// Opens the document worker and the CV worker. Without an object store, both are stopped.
import { deleteDocument, sweepUploads } from '@gatehouse/documents/delete-document'
import { deleteDocumentTask, documentTasks, sweepUploadsTask } from '@gatehouse/documents/document-tasks'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import type { ObjectStore } from '@gatehouse/objects/object-store'
import { createDocumentReader } from '@gatehouse/parsing/create-document-reader'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import type { DocumentReader } from '@gatehouse/parsing/document-reader'
import type { Shards } from '@gatehouse/postgres/shards'
import type { Secret } from '@gatehouse/runtime/secret'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { type TaskQueue, createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { type HandledKind, handleTask } from '@gatehouse/tasks/handle-task'
import { prepareReading } from '../prepare-reading.ts'
import { createDocumentMetrics } from './document-metrics.ts'
import { type CvParsing, parseCvHandler } from './parse-cv.ts'
import { readDocumentHandler } from './read-document.ts'

export type DocumentWorkers = { documentWorker: readonly HandledKind[]; cvWorker: readonly HandledKind[] }

/** `shards` must have the timeouts of tasks, which are longer than those of requests. */
export type DocumentWorkerDeps = Pick<ServiceResources, 'clock' | 'ids' | 'logger' | 'metrics' | 'shards'>

export type DocumentWorkerOptions = {
  storeUrl: Secret | undefined
  /** Parses CVs with a model; if undefined, CVs are read by rules alone. */
  parsing: CvParsing | undefined
}

// Number of processes that read documents. Each uses up to 80 MiB beyond its base; more than two would slow down the
// rest of the service.
const readingProcesses = 2

export function openDocumentWorkers(
  { clock, ids, logger, metrics, shards }: DocumentWorkerDeps,
  { storeUrl, parsing }: DocumentWorkerOptions,
  scope: AsyncDisposableStack,
): DocumentWorkers {
  if (!storeUrl) return { documentWorker: [], cvWorker: [] }
  const objects = createObjectStore(storeUrl, clock)
  scope.defer(() => objects.close())
  const reader = scope.use(createLazyReader())
  const ownMetrics = createDocumentMetrics(metrics)
  const kinds = [...documentTasks, sendMailTask]
  const queue = createTaskQueue({ postgres: shards.directory, logger, ids, kinds })
  return {
    documentWorker: [
      readDocumentHandler({
        shards,
        objects,
        reader,
        queue,
        ids,
        logger,
        vocabulary: prepareReading(),
        metrics: ownMetrics,
        concurrencyMax: readingProcesses,
      }),
      deleteDocumentHandler({ shards, objects }),
      sweepUploadsHandler({ queue }),
    ],
    cvWorker: [parseCvHandler({ shards, ids, metrics: ownMetrics, parsing })],
  }
}

/**
 * Starts the reader's processes on first use, so that idle replicas do not spend memory and a second of CPU on them.
 */
function createLazyReader(): DocumentReader {
  let reader: DocumentReader | undefined
  return {
    read(bytes) {
      reader ??= createDocumentReader({
        limits: documentLimits,
        processes: readingProcesses,
        waitingMax: readingProcesses,
      })
      return reader.read(bytes)
    },
    [Symbol.asyncDispose]: async () => reader?.[Symbol.asyncDispose](),
  }
}

/** Deleting a document is idempotent, so the handler returns no effect for the transaction that finishes the task. */
function deleteDocumentHandler(deps: { shards: Shards; objects: ObjectStore }): HandledKind {
  return handleTask(deleteDocumentTask, {
    concurrencyMax: 2,
    async work({ input: { companyId, documentId } }) {
      await deleteDocument(deps, { companyId, id: documentId })
      return undefined
    },
  })
}

function sweepUploadsHandler(deps: { queue: TaskQueue }): HandledKind {
  return handleTask(sweepUploadsTask, {
    concurrencyMax: 1,
    async work() {
      await deps.queue.prepare()
      return (tx) => sweepUploads(deps, tx)
    },
  })
}
