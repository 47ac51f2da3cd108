// The document worker: turns bytes into lines, language and search index, and a CV into a talent by rules, who can be matched
// while a model is still reading the CV. A document that cannot be read is refused with the reason, and its uploader is
// notified by mail.
import { createHash } from 'node:crypto'
import { markRefused, saveText } from '@gatehouse/documents/advance-document'
import { composeText } from '@gatehouse/documents/compose-text'
import { type StoredDocument, objectOfDocument } from '@gatehouse/documents/document'
import { parseCvTask, readDocumentTask } from '@gatehouse/documents/document-tasks'
import { readDocumentRow } from '@gatehouse/documents/read-documents'
import { enqueueMail } from '@gatehouse/mail/enqueue-mail'
import type { ObjectStore } from '@gatehouse/objects/object-store'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'
import type { DocumentReader } from '@gatehouse/parsing/document-reader'
import { enqueueEvent } from '@gatehouse/outgoing-events/enqueue-event'
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Shards } from '@gatehouse/postgres/shards'
import { Fault } from '@gatehouse/runtime/fault'
import type { Ids } from '@gatehouse/runtime/ids'
import { type ReadTalent, saveProfile } from '@gatehouse/talents/save-profile'
import type { TalentNames } from '@gatehouse/talents/talent-names'
import type { TaskQueue } from '@gatehouse/tasks/create-task-queue'
import { type HandledKind, type TaskEffect, TaskPostponed, handleTask } from '@gatehouse/tasks/handle-task'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { DocumentMetrics } from './document-metrics.ts'
import { loadNames, readByRules } from './parse-cv.ts'

export type ReadDocumentDeps = {
  shards: Shards<Queryable>
  objects: ObjectStore
  reader: DocumentReader
  vocabulary: RuleVocabulary
  queue: TaskQueue
  ids: Ids
  logger: Logger
  metrics: DocumentMetrics
  /** Number of documents read concurrently: the number of the reader's processes. */
  concurrencyMax: number
}

const readerBusyDelayMs = 1_000
const storeUnavailableDelayMs = 30_000

export function readDocumentHandler(deps: ReadDocumentDeps): HandledKind {
  const { shards, reader, vocabulary, queue, metrics, concurrencyMax } = deps
  return handleTask(readDocumentTask, {
    concurrencyMax,
    async work({ input: { companyId, documentId } }) {
      const document = await readDocumentRow(shards.of(companyId), { companyId, id: documentId })
      // The document was deleted in the meantime, or read by an earlier attempt that could not report that it had
      // finished.
      if (document?.status !== 'STORED') return undefined
      await queue.prepare()
      const outcome = await reader.read(await fetchBytes(deps, document))
      switch (outcome.kind) {
        case 'unavailable':
          throw new TaskPostponed('the document reader is busy', readerBusyDelayMs)
        case 'refused':
          metrics.countRead(document.kind, 'refused')
          return refuseDocument(deps, document, outcome.message)
        case 'read': {
          const text = composeText(outcome.text, vocabulary)
          const names = await loadNames(shards.directory, text.text)
          const talent = toTalent(document, text.text, names)
          metrics.countRead(document.kind, 'read')
          return async (tx) => {
            const isSaved = await saveText(tx, document, text)
            if (!isSaved || !talent) return
            await saveProfile(tx, talent, names)
            await enqueueParse(deps, tx, document)
          }
        }
      }
    },
  })
}

function toTalent(
  { companyId, talentId, createdAt }: StoredDocument,
  sourceText: string,
  names: TalentNames,
): ReadTalent | undefined {
  if (talentId === null) return undefined
  return { companyId, id: talentId, sourceText, profile: readByRules(sourceText, createdAt, names) }
}

async function fetchBytes(deps: ReadDocumentDeps, document: StoredDocument): Promise<Buffer> {
  const bytes = await getObject(deps, document)
  const hash = bytes && createHash('sha256').update(bytes).digest()
  if (bytes && hash?.equals(document.contentHash)) return bytes
  throw new Fault({
    kind: 'internal',
    code: 'documents.object_lost',
    publicMessage: 'The stored file is missing or differs from the upload.',
    context: { document_id: document.id, is_missing: bytes === undefined },
  })
}

/**
 * While the store is unavailable the document waits and no attempt is counted: an outage of the store must not use up the
 * few attempts that a document gets which itself makes its reading fail.
 */
async function getObject({ objects, logger }: ReadDocumentDeps, document: StoredDocument) {
  try {
    return await objects.get(objectOfDocument(document))
  } catch (thrown) {
    if (!(thrown instanceof Fault) || thrown.code !== 'objects.unavailable') throw thrown
    logger.warn('object store unavailable, document waits', { document_id: document.id, error: thrown })
    throw new TaskPostponed('the object store is unavailable', storeUnavailableDelayMs)
  }
}

function refuseDocument(deps: ReadDocumentDeps, document: StoredDocument, reason: string): TaskEffect {
  return async (tx) => {
    if (!(await markRefused(tx, document, reason))) return
    const { companyId, id, fileName, uploadedBy } = document
    await enqueueEvent(deps.ids, tx, {
      companyId,
      type: 'document.refused',
      data: { documentId: id, reason },
    })
    const to = uploadedBy === null ? undefined : await readEmail(tx, uploadedBy)
    if (to === undefined) return
    const content = { template: 'document-refused', values: { fileName, reason } } as const
    await enqueueMail(deps, tx, { ...content, key: `document-refused:${id}`, companyId, to })
  }
}

async function readEmail(tx: Queryable, userId: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ email: string }>('select email from users where id = $1', [userId])
  return rows[0]?.email
}

async function enqueueParse({ queue }: ReadDocumentDeps, tx: Queryable, { companyId, id }: StoredDocument) {
  await queue.enqueue(tx, parseCvTask, { input: { companyId, documentId: id }, groupId: companyId, key: id })
}
