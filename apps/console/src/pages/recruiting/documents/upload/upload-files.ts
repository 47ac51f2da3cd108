// Uploads files while the tray shows what becomes of each, also after the page that began it is gone: sent, stored, and
// then what reading it found.
import type { ConsoleTools } from '../../../../console-context.ts'
import { tray } from '../../../../shell/tray/tray-store.ts'
import { uploadTexts as texts } from '../../../../words/en/recruiting/documents.ts'
import { type UploadedDocumentsResult, uploadedDocuments } from '../documents.generated.ts'
import { sendFile } from './send-file.ts'
import { type UploadedFile, isUnsettled, shareSent, sumUp, toPart } from './upload-state.ts'

export type FilesToUpload = {
  companyId: string
  kind: 'CV' | 'OTHER'
  files: readonly File[]
  /** Names of dropped folders, which cannot be sent. */
  folders?: readonly string[]
}

type UploadedPage = UploadedDocumentsResult['documents']
type UploadedDocument = UploadedPage['nodes'][number]

type UploadTools = Pick<ConsoleTools, 'ask' | 'queries' | 'session'>

const atOnce = 4
const triesMax = 20
const followMs = 3_000
/** Reading usually takes seconds. Later news is in the list of documents. */
const followsMax = 600

export async function uploadFiles(tools: UploadTools, given: FilesToUpload): Promise<void> {
  const { companyId, files, folders = [] } = given
  const abort = new AbortController()
  const states: UploadedFile[] = [
    ...files.map(({ name, size }) => ({ name, bytes: size, state: 'queued' as const })),
    ...folders.map((name) => ({ name, bytes: 0, state: 'refused' as const, reason: texts.folder })),
  ]
  const parts = () => states.map((state, index) => toPart(state, index, companyId))
  const work = tray.begin({ title: texts.title(states.length), text: '', onCancel: () => abort.abort() })
  const report = () => work.report({ text: sumUp(states), share: shareSent(states), parts: parts() })
  const set = (index: number, state: UploadedFile) => {
    states[index] = state
    report()
  }
  report()
  window.addEventListener('beforeunload', keepOpen)
  const waiting = files.map((file, index) => ({ file, index }))
  const sendNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { file, index } = next
      set(index, await sendPatiently(tools, { ...given, file }, { abort, set: (to) => set(index, to) }))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendNext))
  window.removeEventListener('beforeunload', keepOpen)
  void tools.queries.invalidateQueries({ queryKey: ['Documents'] })
  const isAnyStored = states.some(({ state }) => state === 'stored')
  work.finish({ state: isAnyStored ? 'done' : 'failed', text: sumUp(states), parts: parts() })
  await follow(tools, states, {
    companyId,
    isWatched: work.isShown,
    onNews: () => work.amend({ text: sumUp(states), parts: parts() }),
  })
}

/** Leaving would end the upload, so the browser asks first. */
function keepOpen(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

type Sending = { abort: AbortController; set: (state: UploadedFile) => void }

async function sendPatiently(
  { session }: UploadTools,
  { companyId, kind, file }: Omit<FilesToUpload, 'files'> & { file: File },
  { abort, set }: Sending,
): Promise<UploadedFile> {
  const known = { name: file.name, bytes: file.size }
  for (let tries = 0; tries < triesMax && !abort.signal.aborted; tries++) {
    set({ ...known, state: 'sending', share: 0 })
    const sent = await sendFile(
      { companyId, kind, file },
      {
        session,
        signal: abort.signal,
        onProgress: (share) => set({ ...known, state: 'sending', share }),
      },
    )
    if (sent.kind === 'stored') {
      const { documentId, isNew } = sent
      return { ...known, state: 'stored', documentId, isNew }
    }
    if (abort.signal.aborted) break
    if (sent.kind === 'refused') return { ...known, state: 'refused', reason: sent.reason }
    set({ ...known, state: 'busy' })
    await wait(sent.retryAfterMs)
  }
  const reason = abort.signal.aborted ? texts.cancelled : texts.failed
  return { ...known, state: 'refused', reason }
}

type Following = { companyId: string; isWatched: () => boolean; onNews: () => void }

/** Reads the newest documents until every one of the upload has been read or refused. */
async function follow({ ask }: UploadTools, states: UploadedFile[], following: Following): Promise<void> {
  const { companyId, isWatched, onNews } = following
  for (let round = 0; round < followsMax && isWatched() && states.some(isUnsettled); round++) {
    await wait(followMs)
    if (document.hidden) continue
    const wanted = new Set(states.flatMap((file) => (file.state === 'stored' ? [file.documentId] : [])))
    for (const found of await readNewest(ask, companyId, wanted)) set(states, found)
    onNews()
  }
}

/** Pages of the newest documents, until the wanted ones have been found. A failed request is repeated in the next round. */
async function readNewest(ask: UploadTools['ask'], companyId: string, wanted: Set<string>) {
  const found: UploadedDocument[] = []
  let after: string | null = null
  do {
    const page: UploadedPage | undefined = await askPage(ask, companyId, after)
    found.push(...(page?.nodes ?? []))
    for (const { id } of page?.nodes ?? []) wanted.delete(id)
    after = page?.hasNextPage === true && wanted.size > 0 ? page.endCursor : null
  } while (after !== null)
  return found
}

function set(states: UploadedFile[], document: UploadedDocument): void {
  const index = states.findIndex((file) => file.state === 'stored' && file.documentId === document.id)
  const state = states[index]
  if (state?.state === 'stored') states[index] = { ...state, document }
}

async function askPage(ask: UploadTools['ask'], companyId: string, after: string | null) {
  try {
    return (await ask(uploadedDocuments, { companyId, after })).documents
  } catch {
    return undefined
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    window.setTimeout(resolve, ms)
  })
}
