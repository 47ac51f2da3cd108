// Sends one file. XMLHttpRequest, because fetch does not say how many bytes have been sent.
import type { Session } from '../../../../session/create-session.ts'
import { uploadTexts as texts } from '../../../../words/en/recruiting/documents.ts'

export type FileToSend = { companyId: string; kind: 'CV' | 'OTHER'; file: File }

export type SentFile =
  | { kind: 'stored'; documentId: string; isNew: boolean }
  | { kind: 'refused'; reason: string }
  /** The server is busy, and says when to try again. */
  | { kind: 'busy'; retryAfterMs: number }

type SendOptions = {
  session: Pick<Session, 'token' | 'renew'>
  signal: AbortSignal
  onProgress: (share: number) => void
}

/** The largest file that the server accepts. A larger one is not sent at all. */
const bytesMax = 10 * 1_048_576

export async function sendFile(sent: FileToSend, options: SendOptions): Promise<SentFile> {
  if (sent.file.size > bytesMax) return { kind: 'refused', reason: texts.tooLarge }
  if (sent.file.size === 0) return { kind: 'refused', reason: texts.empty }
  const { session } = options
  const token = await session.token()
  if (token === undefined) return { kind: 'refused', reason: texts.loggedOut }
  const answer = await post(sent, token, options)
  if (answer.status !== 401) return readAnswer(answer)
  const renewed = await session.renew(token)
  if (renewed === undefined) return { kind: 'refused', reason: texts.loggedOut }
  return readAnswer(await post(sent, renewed, options))
}

type Answer = { status: number; body: Readonly<Record<string, unknown>>; retryAfterMs: number }

function post({ companyId, kind, file }: FileToSend, token: string, options: SendOptions): Promise<Answer> {
  const { signal, onProgress } = options
  const query = new URLSearchParams({ companyId, kind: kind.toLowerCase(), name: file.name })
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const onAbort = () => request.abort()
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', onAbort)
      const retryAfterMs = Number(request.getResponseHeader('retry-after-ms') ?? '1000')
      resolve({ status: request.status, body: parse(request.responseText), retryAfterMs })
    })
    signal.addEventListener('abort', onAbort)
    request.open('POST', `/documents?${query.toString()}`)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  })
}

function parse(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body']
  } catch {
    return {}
  }
}

/** A longer wait, such as until the daily quota is renewed, is shown as a refusal with its reason. */
const waitMsMax = 60_000

function readAnswer({ status, body, retryAfterMs }: Answer): SentFile {
  const { id, is_new: isNew, detail } = body
  if (status === 202 && typeof id === 'string')
    return { kind: 'stored', documentId: id, isNew: isNew === true }
  if (status === 0) return { kind: 'refused', reason: texts.offline }
  const isLater = status === 503 || status === 429 || status === 409
  if (isLater && retryAfterMs <= waitMsMax) return { kind: 'busy', retryAfterMs }
  return { kind: 'refused', reason: typeof detail === 'string' && status < 500 ? detail : texts.failed }
}
