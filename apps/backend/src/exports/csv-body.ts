// The body of an export, sent as it is read. The head is sent with the first text, so that a failure before it gets an
// ordinary error. A failure after it resets the connection: the client must not take a part of the file for the whole.
import type { HttpReply } from '@gatehouse/http/define-route'

export type CsvBody = {
  /** Resolves when more may be written. Rejects if the client has disconnected, or was because it does not read. */
  write(text: string): Promise<void>
  end(): void
  /** Ends the connection so that the client notices that the body is incomplete. */
  cut(): void
  isStarted(): boolean
}

/** Thrown after the client has disconnected, so that the export ends. */
export class ReaderGone extends Error {}

export function createCsvBody(
  reply: HttpReply,
  { fileName, requestId }: { fileName: string; requestId: string },
): CsvBody {
  const { raw } = reply

  function start(): void {
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': requestId,
    })
  }

  function waitForDrain(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onClose = () => reject(new ReaderGone())
    raw.once('drain', resolve).once('close', onClose)
    return promise.finally(() => raw.off('drain', resolve).off('close', onClose))
  }

  return {
    async write(text) {
      if (raw.destroyed) throw new ReaderGone()
      if (text === '') return
      if (!raw.headersSent) start()
      if (!raw.write(text)) await waitForDrain()
    },
    end: () => void raw.end(),
    cut() {
      // A client of HTTP/1.0 recognises the end of a body by the end of the connection, so only a reset is a failure.
      raw.socket?.resetAndDestroy()
      raw.destroy()
    },
    isStarted: () => raw.headersSent,
  }
}
