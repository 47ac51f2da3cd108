// Exports are streamed by the backend, and need the token in a header, so a plain link cannot request them. The bytes
// are collected here while the tray shows how many have arrived.
import { ConsoleFault } from '../../graphql/console-fault.ts'
import type { Session } from '../../session/create-session.ts'
import { tray } from './tray-store.ts'
import { exportTexts as texts } from '../../words/en/company/exports.ts'
import { saveFile } from './save-file.ts'

type ExportKind = 'calls' | 'usage' | 'transactions' | 'audit'

type ExportRequest = {
  kind: ExportKind
  /** Filters; undefined and null ones are left out. */
  query: Readonly<Record<string, string | null | undefined>>
}

export async function exportCsv(
  session: Pick<Session, 'token'>,
  { kind, query }: ExportRequest,
): Promise<void> {
  const abort = new AbortController()
  const work = tray.begin({ title: texts.title[kind], text: texts.starting, onCancel: () => abort.abort() })
  try {
    const response = await requestExport(session, { kind, query }, abort.signal)
    const parts: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    for await (const part of chunksOf(response)) {
      parts.push(part)
      bytes += part.length
      work.report({ text: texts.received(sizeInWords(bytes)) })
    }
    const content = new Blob(parts, { type: 'text/csv' })
    saveFile({ name: fileNameOf(response) ?? `gatehouse-${kind}.csv`, content })
    work.finish({ state: 'done', text: texts.saved(sizeInWords(bytes)) })
  } catch (thrown) {
    const text = abort.signal.aborted ? texts.cancelled : thrown instanceof ConsoleFault ? thrown.message : ''
    work.finish({ state: 'failed', text: text || texts.failed })
  }
}

async function requestExport(
  session: Pick<Session, 'token'>,
  { kind, query }: ExportRequest,
  signal: AbortSignal,
): Promise<Response> {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const response = await fetch(`/exports/${kind}.csv?${new URLSearchParams(given).toString()}`, {
    headers: { authorization: `Bearer ${(await session.token()) ?? ''}` },
    signal,
  })
  if (response.ok) return response
  const body = (await response.json().catch(() => ({}))) as { error?: { message?: unknown } }
  const message = body.error?.message
  throw new ConsoleFault(typeof message === 'string' ? message : '', { code: 'UNAVAILABLE' })
}

/** The reader of the body, which not every browser offers as an iterable. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  if (!reader) return
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}

function fileNameOf({ headers }: Response): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
}

function sizeInWords(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
