import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Ids } from '@gatehouse/runtime/ids'
import type { TranslateFault } from './fault-response.ts'
import { fromParserError } from './http-faults.ts'

/** Bytes that never became a request still get an answer in our shape; then the connection is closed. */
export function answerParserError(
  error: Error & { code?: string },
  socket: Socket,
  deps: { translateFault: TranslateFault; ids: Ids },
): void {
  // The other side is gone, or an answer is already on its way: a second one would corrupt it.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const requestId = deps.ids.uuid()
  const { status, headers, body } = deps.translateFault(fromParserError(error.code), requestId)
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`,
    ...Object.entries({ ...headers, 'x-request-id': requestId }).map(([name, value]) => `${name}: ${value}`),
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
