// Opens the whole document pipeline on a test database and a simulated object store.
import { createDocumentStore } from '@gatehouse/documents/create-document-store'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import type { StoredDocument } from '@gatehouse/documents/document'
import { type Upload, uploadDocument } from '@gatehouse/documents/upload-document'
import { sendMailTask } from '@gatehouse/mail/send-mail-task'
import { createObjectStore } from '@gatehouse/objects/create-object-store'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { Secret } from '@gatehouse/runtime/secret'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createTaskWorker } from '@gatehouse/tasks/create-task-worker'
import type { HandledKind } from '@gatehouse/tasks/handle-task'
import { createLogger } from '@gatehouse/telemetry/create-logger'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { addCompany } from '@gatehouse/testkit/seed-gateway'
import { startS3Sim } from '@gatehouse/testkit/start-s3-sim'
import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import type { CvParsing } from '../background/documents/parse-cv.ts'
import { openDocumentWorkers } from '../background/documents/open-document-workers.ts'

/** `parsing` is the parser of CVs; by default rules alone read them. */
export async function openDocuments(parsing?: CvParsing) {
  const scope = new AsyncDisposableStack()
  const clock = createSystemClock()
  const ids = createIds(clock)
  const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })
  const metrics = createMetrics('test')
  const { postgres, shards, database } = scope.use(await openTestDatabase({ poolSizeMax: 8 }))
  const sim = scope.use(await startS3Sim())
  const url = new Secret(sim.url)
  const queue = createTaskQueue({ postgres, logger, ids, kinds: [...documentTasks, sendMailTask] })
  const store = createDocumentStore({ shards, queue })
  const deps = { clock, ids, logger, metrics, shards, postgres }
  const workers = openDocumentWorkers(deps, { storeUrl: url, parsing }, scope)
  const objects = createObjectStore(url, clock)
  const companyId = await addCompany(database, 0n)

  return {
    postgres,
    database,
    sim,
    queue,
    metrics,
    workers,
    companyId,
    async upload(text: string | Buffer, more: Partial<Upload> = {}): Promise<StoredDocument> {
      const bytes = Buffer.from(text)
      const quota = { documentsPerDay: 1_000, documentBytesPerDay: 1_000_000_000 }
      const upload: Upload = {
        companyId,
        kind: 'CV',
        fileName: 'cv.txt',
        uploadedBy: null,
        bytes,
        quota,
        ...more,
      }
      const outcome = await uploadDocument({ store, objects, ids }, upload)
      if (outcome.kind === 'refused') throw new Error(outcome.message)
      return outcome.document
    },
    /** The worker is drained when it is disposed. */
    startWorker(handled: readonly HandledKind[] = [...workers.documentWorker, ...workers.cvWorker]) {
      const own = createMetrics('test')
      const random = Math.random
      const worker = createTaskWorker({ postgres, clock, logger, metrics: own, random, handled, pollMs: 20 })
      worker.start()
      return Object.assign(worker, {
        [Symbol.asyncDispose]: async () => void (await worker.drain({ graceMs: 10_000 })),
      })
    },
    [Symbol.asyncDispose]: () => scope.disposeAsync(),
  }
}
