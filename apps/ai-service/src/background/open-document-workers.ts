// The document worker and the CV worker, where there is an object store; without one both say that they are stopped.
import { documentTasks } from '@gatehouse/documents/document-tasks'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { createDocumentReader } from '@gatehouse/parsing/create-document-reader'
import { createRuleVocabulary } from '@gatehouse/parsing/create-rule-vocabulary'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import type { DocumentReader } from '@gatehouse/parsing/document-reader'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import type { Secret } from '@gatehouse/runtime/secret'
import type { ServiceResources } from '@gatehouse/service/start-service'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import type { HandledKind } from '@gatehouse/tasks/handle-task'
import { deleteDocumentHandler } from './delete-document/handler.ts'
import { createDocumentMetrics } from './document-metrics.ts'
import { type CvParsing, parseCvHandler } from './parse-cv/handler.ts'
import { readDocumentHandler } from './read-document/handler.ts'
import { sweepUploadsHandler } from './sweep-uploads/handler.ts'

export type DocumentWorkers = { documentWorker: readonly HandledKind[]; cvWorker: readonly HandledKind[] }

/** `postgres` with a task's patience. */
export type DocumentWorkerDeps = Pick<ServiceResources, 'clock' | 'ids' | 'logger' | 'metrics'> & {
  postgres: Postgres
}

export type DocumentWorkerOptions = {
  storeUrl: Secret | undefined
  /** Who parses CVs; without it rules alone read them. */
  parsing: CvParsing | undefined
}

// A process for each takes 80 MiB at most beyond itself; more than two would be felt by everything else here.
const readingProcesses = 2

export function openDocumentWorkers(
  { clock, ids, logger, metrics, postgres }: DocumentWorkerDeps,
  { storeUrl, parsing }: DocumentWorkerOptions,
  scope: AsyncDisposableStack,
): DocumentWorkers {
  if (!storeUrl) return { documentWorker: [], cvWorker: [] }
  const objects = createObjectStore(storeUrl, clock)
  scope.defer(() => objects.close())
  const reader = scope.use(startAtFirstUse())
  const ownMetrics = createDocumentMetrics(metrics)
  const kinds = [...documentTasks, sendMailTask]
  const queue = createTaskQueue({ postgres, logger, ids, kinds })
  return {
    documentWorker: [
      readDocumentHandler({
        postgres,
        objects,
        reader,
        queue,
        ids,
        vocabulary: createRuleVocabulary(),
        metrics: ownMetrics,
        concurrencyMax: readingProcesses,
      }),
      deleteDocumentHandler({ postgres, objects }),
      sweepUploadsHandler({ queue }),
    ],
    cvWorker: [parseCvHandler({ postgres, metrics: ownMetrics, parsing })],
  }
}

/** Its processes take memory and a second of every core: a replica to which no document comes has none. */
function startAtFirstUse(): DocumentReader {
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
