// The connection to the caller of an HTTP call. The client may disconnect or stop reading at any moment, and must
// receive something every few seconds so that no proxy closes the connection as idle.
import type { ServerResponse } from 'node:http'
import { formatCredits } from '@gatehouse/credits/credit'
import type { HttpReply } from '@gatehouse/http/define-route'
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Client, ClientListener, StoredCall } from './client.ts'

const pingEveryMs = 15_000
const ping = Buffer.from(': ping\n\n')
// Larger chunks are not copied to be sent in one piece.
const copiedBytesMax = 262_144
const carriageReturn = 0x0d
const lineFeed = 0x0a
// Longest time a client may go without reading. Its backlog is at most some ten kilobytes, which even a bad connection
// transfers well within this time.
const readerPauseMsMax = 30_000
// Lowest rate at which a client must read a whole answer, which is written in one call that reports no progress. Even
// the slowest connections exceed this rate.
const readerBytesPerMsMin = 16

export class ClientLink implements Client {
  readonly #reply: HttpReply
  readonly #response: ServerResponse
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #listener: ClientListener | undefined
  #lastWriteMs: number
  #pausedSinceMs: number | undefined
  #pauseMsMax = readerPauseMsMax
  #hasWritten = false
  #isGone: boolean
  /** Set once the last bytes have been handed to the response; nothing can be written after that. */
  #over: PromiseWithResolvers<void> | undefined

  constructor(reply: HttpReply, clock: Pick<Clock, 'monotonicMs'>) {
    this.#reply = reply
    this.#response = reply.raw
    this.#clock = clock
    this.#lastWriteMs = clock.monotonicMs()
    this.#isGone = this.#response.destroyed
    this.#response.on('close', () => this.#markGone())
  }

  get isGone(): boolean {
    return this.#isGone
  }

  get isHeadSent(): boolean {
    return this.#response.headersSent
  }

  listen(listener: ClientListener): void {
    this.#listener = listener
  }

  sendHead(status: number, headers: Readonly<Record<string, string | number>>): void {
    this.#reply.hijack()
    if (!this.#isGone) this.#response.writeHead(status, headers)
  }

  write(bytes: Buffer): boolean {
    if (this.#isGone || this.#over) return true
    const nowMs = this.#clock.monotonicMs()
    this.#lastWriteMs = nowMs
    const { socket, chunkedEncoding } = this.#response
    // The first bytes go through the response, which sends them together with the head; later chunks can be written
    // directly to the socket, unless they are large: the response does not copy them.
    const isSmall = bytes.length <= copiedBytesMax
    const isDirect = this.#hasWritten && chunkedEncoding && isSmall && socket !== null
    this.#hasWritten = true
    const taker = isDirect ? socket : this.#response
    if (taker.write(isDirect ? toChunk(bytes) : bytes)) return true
    if (this.#pausedSinceMs === undefined) {
      this.#pausedSinceMs = nowMs
      taker.once('drain', () => {
        this.#pausedSinceMs = undefined
        this.#listener?.onDrain()
      })
    }
    return false
  }

  async end(bytes: Buffer): Promise<void> {
    if (this.#isGone) return
    const over = (this.#over = Promise.withResolvers<void>())
    // A client that does not read the end of the answer must not keep the call open forever.
    this.#pausedSinceMs ??= this.#clock.monotonicMs()
    this.#pauseMsMax += bytes.length / readerBytesPerMsMin
    this.#response.end(bytes, over.resolve)
    await over.promise
  }

  onDelivered(task: () => void): void {
    task()
  }

  ping(nowMs: number): boolean {
    if (this.#isGone || this.#over || nowMs - this.#lastWriteMs < pingEveryMs) return false
    if (!this.isHeadSent) return true
    this.write(ping)
    return false
  }

  breakIfStuck(nowMs: number): void {
    if (this.#pausedSinceMs !== undefined && nowMs - this.#pausedSinceMs > this.#pauseMsMax)
      this.#response.destroy()
  }

  /** The client has disconnected, so the framework must not try to respond. */
  #markGone(): void {
    if (this.#response.writableFinished || this.#isGone) return
    this.#isGone = true
    this.#reply.hijack()
    this.#over?.resolve()
    this.#listener?.onGone()
  }
}

/**
 * Encodes a chunk of chunked transfer encoding in one buffer. Node's response would write three buffers for each frame
 * and cork them until the end of the tick, which is a third of a frame's total cost.
 */
function toChunk(bytes: Buffer): Buffer {
  const size = bytes.length.toString(16)
  const chunk = Buffer.allocUnsafe(size.length + bytes.length + 4)
  chunk.write(size, 'latin1')
  chunk[size.length] = carriageReturn
  chunk[size.length + 1] = lineFeed
  bytes.copy(chunk, size.length + 2)
  chunk[chunk.length - 2] = carriageReturn
  chunk[chunk.length - 1] = lineFeed
  return chunk
}

/**
 * Sends the stored answer of the first call byte for byte, also if it was a stream, with the first call's id as the
 * request id.
 */
export function replayAnswer(
  names: ServiceNames,
  reply: HttpReply,
  { callId, contentType, body }: StoredCall,
): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': contentType,
    'content-length': body.length,
    'x-request-id': callId,
    [names.header('idempotent-replay')]: 'true',
    [names.header('credits-charged')]: formatCredits(0n),
  })
  reply.raw.end(body)
}
