import { createHash } from 'node:crypto'
import { saveText } from '@gatehouse/documents/advance-document'
import { createDocumentStore } from '@gatehouse/documents/create-document-store'
import type { StoredDocument } from '@gatehouse/documents/document'
import { documentTasks } from '@gatehouse/documents/document-tasks'
import type { Postgres } from '@gatehouse/postgres/create-postgres'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { createIds } from '@gatehouse/runtime/ids'
import { createTaskQueue } from '@gatehouse/tasks/create-task-queue'
import { createLogger } from '@gatehouse/telemetry/create-logger'

const ids = createIds(createSystemClock())
const logger = createLogger({ service: 'test', level: 'fatal', sinks: [] })

export type SeededDocument = { companyId: string; text: string; talentId?: string }

/** Creates a CV that was uploaded and read, without its file. */
export async function seedDocument(
  postgres: Postgres,
  { companyId, text, talentId = ids.uuid() }: SeededDocument,
): Promise<StoredDocument> {
  const queue = createTaskQueue({ postgres, logger, ids, kinds: documentTasks })
  const store = createDocumentStore({ postgres, queue })
  const begun = {
    companyId,
    id: ids.uuid(),
    kind: 'CV',
    fileName: 'cv.pdf',
    contentHash: createHash('sha256').update(ids.uuid()).digest(),
    sizeBytes: text.length,
    talentId,
    uploadedBy: null,
  } as const
  const document = await store.begin(begun, { documentsPerDay: 1_000, documentBytesPerDay: 1_000_000_000 })
  await store.finish(document)
  await postgres.transaction((tx) => saveText(tx, document, { text, pages: 1, language: 'en', warnings: [] }))
  return document
}
