// What became of a document, in a word: its status, and for one that is not read yet the state of the work on it.
import type { BadgeTone } from '../../../parts/text/badge.tsx'
import { documentStateWords as words } from '../../../words/en/recruiting/documents.ts'
import type { DocumentsResult } from './documents.generated.ts'

type Listed = DocumentsResult['documents']['nodes'][number]
type DocumentTask = DocumentsResult['backgroundTasks']['nodes'][number]

export type DescribedDocument = {
  tone: BadgeTone
  word: string
  /** Why it was refused, or why the last attempt failed. */
  detail: string | null
  /** Set while another attempt is planned after one that failed. */
  nextTryAt: string | null
  /** Whether the state will change without a person. */
  isPending: boolean
}

type Known = Pick<Listed, 'status' | 'kind' | 'refusal' | 'cancelledTaskId'>
type KnownTask = Pick<DocumentTask, 'kind' | 'state' | 'lastError' | 'nextTryAt'>

export function describeDocument(document: Known, task?: KnownTask): DescribedDocument {
  const { status, kind, refusal, cancelledTaskId } = document
  if (status === 'REFUSED') return describe('bad', words.refused, { detail: refusal })
  if (status === 'UPLOADING') return describe('warn', words.uploading)
  if (status === 'DELETING') return describe('neutral', words.deleting, { isPending: true })
  if (status === 'PARSED') return describe('good', words.complete)
  if (cancelledTaskId !== null) return describe('warn', words.cancelled)
  if (status === 'READ') return kind === 'CV' ? describeRead(task) : describe('good', words.read)
  return describeStored(task)
}

function describeStored(task: KnownTask | undefined): DescribedDocument {
  if (task?.state === 'RUNNING') return describe('accent', words.reading, { isPending: true })
  if (task?.state === 'FAILED') return describe('bad', words.failed, { detail: task.lastError })
  if (task?.state === 'WAITING' && task.lastError !== null)
    return describe('warn', words.retrying, {
      detail: task.lastError,
      nextTryAt: task.nextTryAt,
      isPending: true,
    })
  return describe('neutral', words.waiting, { isPending: true })
}

/** The text of a CV is read by rules first; a model then completes the profile. */
function describeRead(task: KnownTask | undefined): DescribedDocument {
  if (task?.kind !== 'parse-cv') return describe('good', words.read)
  if (task.state === 'FAILED') return describe('warn', words.incomplete, { detail: task.lastError })
  return describe('good', words.completing, {
    detail: task.lastError,
    nextTryAt: task.lastError === null ? null : task.nextTryAt,
    isPending: true,
  })
}

function describe(tone: BadgeTone, word: string, more: Partial<DescribedDocument> = {}): DescribedDocument {
  return { tone, word, detail: null, nextTryAt: null, isPending: false, ...more }
}
