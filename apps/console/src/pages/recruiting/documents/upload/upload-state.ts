// The files of one upload, what became of each, and how the tray shows them. Pure.
import type { TrayPart } from '../../../../shell/tray/tray-store.ts'
import { uploadTexts as texts } from '../../../../words/en/recruiting/documents.ts'
import { describeDocument } from '../describe-document.ts'
import type { UploadedDocumentsResult } from '../documents.generated.ts'

type UploadedDocument = UploadedDocumentsResult['documents']['nodes'][number]

export type UploadedFile = { name: string; bytes: number } & (
  | { state: 'queued' | 'busy' }
  | { state: 'sending'; share: number }
  | { state: 'refused'; reason: string }
  | { state: 'stored'; documentId: string; isNew: boolean; document?: UploadedDocument }
)

/** Refused by the upload route, or later when it was read. */
function isRefused(file: UploadedFile): boolean {
  return file.state === 'refused' || (file.state === 'stored' && file.document?.status === 'REFUSED')
}

export function isUnsettled(file: UploadedFile): boolean {
  if (file.state === 'refused') return false
  if (file.state !== 'stored') return true
  // A CV is searchable and a talent as soon as it is READ; the model that completes it may take its time.
  return file.document === undefined || file.document.status === 'STORED'
}

/** The part of the bytes that was sent; refused files count as sent. */
export function shareSent(files: readonly UploadedFile[]): number {
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const sent = files.reduce((sum, file) => {
    if (file.state === 'sending') return sum + file.bytes * file.share
    return sum + (file.state === 'queued' || file.state === 'busy' ? 0 : file.bytes)
  }, 0)
  return all === 0 ? 1 : sent / all
}

export function sumUp(files: readonly UploadedFile[]): string {
  const stored = files.filter((file) => file.state === 'stored')
  const known = stored.filter(({ isNew }) => !isNew).length
  const refused = files.filter(isRefused).length
  const isSending = files.some(({ state }) => state !== 'stored' && state !== 'refused')
  const unread = stored.filter((file) => isUnsettled(file)).length
  const read = stored.length - unread - stored.filter((file) => isRefused(file)).length
  return [
    isSending ? texts.sent(stored.length, files.length) : '',
    !isSending && read > 0 ? texts.read(read) : '',
    !isSending && unread > 0 ? texts.unread(unread) : '',
    known > 0 ? texts.known(known) : '',
    refused > 0 ? texts.refused(refused) : '',
  ]
    .filter(Boolean)
    .join(', ')
}

export function toPart(file: UploadedFile, index: number, companyId: string): TrayPart {
  const part = { id: String(index), title: file.name }
  switch (file.state) {
    case 'queued':
      return { ...part, state: 'waiting', text: texts.queued }
    case 'busy':
      return { ...part, state: 'waiting', text: texts.busy }
    case 'sending': {
      const percent = Math.floor(file.share * 100)
      return { ...part, state: 'running', text: percent < 100 ? texts.sending(percent) : texts.storing }
    }
    case 'refused':
      return { ...part, state: 'failed', text: file.reason }
    case 'stored':
      return toStoredPart(part, file, companyId)
  }
}

type StoredFile = Extract<UploadedFile, { state: 'stored' }>

function toStoredPart(
  part: Pick<TrayPart, 'id' | 'title'>,
  { documentId, isNew, document }: StoredFile,
  companyId: string,
): TrayPart {
  const href = `/c/${companyId}/documents/${documentId}`
  if (document === undefined)
    return {
      ...part,
      href,
      state: isNew ? 'waiting' : 'done',
      text: isNew ? texts.stored : texts.knownBefore,
    }
  const { tone, word, detail } = describeDocument(document)
  const state = tone === 'bad' ? 'failed' : tone === 'good' ? 'done' : 'waiting'
  return { ...part, href, state, text: tone === 'bad' && detail !== null ? detail : word }
}
