// The caller's end of a call: it may hang up or stop reading at any moment, and it must hear something every few
// seconds, or a proxy in between takes the connection for dead.
import type { ServerResponse } from 'node:http'
import type { HttpReply } from '@gatehouse/http/define-route'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Client, ClientListener } from './client.ts'

const pingEveryMs = 15_000
const ping = Buffer.from(': ping\n\n')
const carriageReturn = 0x0d
const lineFeed = 0x0a
// A reader on a bad line takes what waits for it, at most some ten kilobytes, long before this.
const readerPauseMsMax = 30_000
// A whole answer is handed over in one piece, of whose way nothing is heard; the worst lines are quicker than this.
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
  /** Nothing can be written any more; set when the last bytes are on their way. */
  #over: PromiseWithResolvers<void> | undefined

  constructor(reply: HttpReply, clock: Pick<Clock, 'monotonicMs'>) {
    this.#reply = reply
    this.#response = reply.raw
    this.#clock = clock
    this.#lastWriteMs = clock.monotonicMs()
    this.#isGone = this.#response.destroyed
    this.#response.once('close', () => this.#leave())
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
    // The first bytes go out together with the head.
    const isDirect = this.#hasWritten && chunkedEncoding && socket !== null
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
    // One that does not take the end must not hold it for ever either.
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

  /** Nobody is left to answer: the framework must not try. */
  #leave(): void {
    if (this.#response.writableFinished || this.#isGone) return
    this.#isGone = true
    this.#reply.hijack()
    this.#over?.resolve()
    this.#listener?.onGone()
  }
}

/**
 * A chunk as it stands on the wire, in one piece. Handed to the response, each frame would be three pieces, gathered until
 * the end of the tick: a third of all that a frame costs.
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
