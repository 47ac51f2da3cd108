// Reads a body that the framework has left on the socket, up to a limit.
import type { IncomingMessage } from 'node:http'
import { bodyTooLarge, clientGone } from './http-faults.ts'

export function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  // Refused before it is read, if it says itself that it is too large.
  if (Number(request.headers['content-length'] ?? 0) > limitBytes)
    return Promise.reject(bodyTooLarge(limitBytes))
  // It left while its key was looked at: what tells of that has been told already.
  if (request.destroyed && !request.readableEnded) return Promise.reject(clientGone(undefined))
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limitBytes) {
      request.removeAllListeners('data')
      request.resume()
      return reject(bodyTooLarge(limitBytes))
    }
    chunks.push(chunk)
  })
  request.once('end', () =>
    resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, length)),
  )
  request.once('error', (error) => reject(clientGone(error)))
  request.once('close', () => {
    if (!request.complete) reject(clientGone(undefined))
  })
  return promise
}
