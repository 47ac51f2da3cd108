// The connection to the caller of an HTTP call. The client may disconnect or stop reading at any moment, and must
// receive something every few seconds so that no proxy closes the connection as idle.
import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
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
    const { taker, isWritable } = this.#send(bytes)
    if (isWritable) return true
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
    this.#send(bytes)
    this.#response.end(over.resolve)
    await over.promise
  }

  /**
   * Writes directly to the socket what Node's response would write in several pieces: the head with the first bytes, and
   * each chunk with its length. Those pieces cost a third of a frame's total cost. Large bytes go through the response,
   * which does not copy them, and so does everything if the response is not as expected, such as one that waits for an
   * earlier answer on its connection.
   */
  #send(bytes: Buffer): { taker: Writable; isWritable: boolean } {
    const response = this.#response
    const { socket, chunkedEncoding } = response
    // An empty chunk would end the answer.
    const isCopied = bytes.length > 0 && bytes.length <= copiedBytesMax
    const head = isCopied ? takeUnsentHead(response) : undefined
    const isFollowing = isCopied && this.#hasWritten && chunkedEncoding
    this.#hasWritten = true
    if (socket === null || (head === undefined && !isFollowing))
      return { taker: response, isWritable: response.write(bytes) }
    const piece = chunkedEncoding ? toChunk(bytes, head) : joinHead(bytes, head ?? '')
    return { taker: socket, isWritable: socket.write(piece) }
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

/** What Node keeps of a head until it is sent. Neither field is documented. */
type UnsentHead = { _header?: unknown; _headerSent?: unknown }

// Node only checks afterwards that there is a head. The head itself is one string of some fifty parts, which would stay
// in memory as long as a stream is open.
const sentHead = 'sent'

/** Returns the head if the caller can and must send it; undefined if the response sends it or has sent it. */
function takeUnsentHead(response: ServerResponse): string | undefined {
  const unsent: UnsentHead = response as UnsentHead
  const head = unsent._header
  const isUnsent = typeof head === 'string' && unsent._headerSent === false
  if (!isUnsent || !response.socket?.writable) return undefined
  unsent._headerSent = true
  unsent._header = sentHead
  return head
}

function joinHead(bytes: Buffer, head: string): Buffer {
  const joined = Buffer.allocUnsafe(head.length + bytes.length)
  joined.write(head, 'latin1')
  bytes.copy(joined, head.length)
  return joined
}

/** Encodes a chunk of chunked transfer encoding in one buffer. */
function toChunk(bytes: Buffer, head = ''): Buffer {
  const start = `${head}${bytes.length.toString(16)}\r\n`
  const chunk = Buffer.allocUnsafe(start.length + bytes.length + 2)
  chunk.write(start, 'latin1')
  bytes.copy(chunk, start.length)
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
