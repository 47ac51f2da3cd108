import type { IncomingMessage } from 'node:http'

export type BodyOutcome = { kind: 'read'; body: Buffer } | { kind: 'too_large' } | { kind: 'gone' }

export function readBody(message: IncomingMessage, bytesMax: number): Promise<BodyOutcome> {
  if (Number(message.headers['content-length'] ?? 0) > bytesMax) return Promise.resolve({ kind: 'too_large' })
  const { promise, resolve } = Promise.withResolvers<BodyOutcome>()
  const chunks: Buffer[] = []
  let bytes = 0
  message.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= bytesMax) {
      chunks.push(chunk)
      return
    }
    chunks.length = 0
    resolve({ kind: 'too_large' })
  })
  message.on('end', () => resolve({ kind: 'read', body: Buffer.concat(chunks, bytes) }))
  message.on('close', () => resolve({ kind: 'gone' }))
  return promise
}
