// Reads a body that the framework has left on the socket, up to a limit.
import type { IncomingMessage } from 'node:http'
import { bodyTooLarge, clientGone } from './http-faults.ts'
import { joinInTurns } from './join-in-turns.ts'

export type BodyLimits = {
  bytesMax: number
  /** `permit` is awaited before more than `bytes` of a body are read; a rejection ends the read. */
  large?: { bytes: number; permit: () => Promise<void> }
  /**
   * Called with the declared length before the body is read; throwing refuses the body. It must not reserve anything: a
   * client that declares a body need not send it.
   */
  checkLength?: (bytes: number) => void
  /** Called with a number of bytes that have arrived before they are kept; throwing ends the read. */
  reserve?: (bytes: number) => void
}

export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const { bytesMax, large, checkLength, reserve } = limits
  const declared = Number(request.headers['content-length'] ?? 0)
  // A declared length over the limit is refused before the body is read.
  if (declared > bytesMax) {
    discardRest(request)
    throw bodyTooLarge(bytesMax)
  }
  const isLarge = large !== undefined && declared > large.bytes
  try {
    if (isLarge) await large.permit()
    if (declared > 0) checkLength?.(declared)
  } catch (refusal) {
    discardRest(request)
    throw refusal
  }
  // The client has already disconnected, for example while its API key was being checked, so the close event will not
  // fire again.
  if (request.destroyed && !request.readableEnded) throw clientGone(undefined)
  return new BodyReader(request, isLarge || !large ? { bytesMax } : { bytesMax, large }).read(reserve)
}

/**
 * Reads and discards the rest of a refused body, so that the client sees the refusal instead of a broken connection.
 * The rest is read one chunk per turn of the event loop, like every large body.
 */
function discardRest(request: IncomingMessage): void {
  request.removeAllListeners('data')
  request.on('data', () => takeTurns(request))
  request.resume()
}

/**
 * Reads one chunk per turn of the event loop. Otherwise a socket that always has more to read delivers some thirty
 * chunks in a row, and with forty such sockets everything else in the process waits for a tenth of a second.
 */
function takeTurns(request: IncomingMessage): void {
  request.pause()
  setImmediate(() => request.resume())
}

// Nearly all bodies are smaller and arrive before the event loop has other work, so they need not take turns.
const unpacedBytesMax = 262_144

class BodyReader {
  readonly #request: IncomingMessage
  readonly #bytesMax: number
  #large: BodyLimits['large']
  #chunks: Buffer[] = []
  #length = 0
  readonly #whole = Promise.withResolvers<Buffer>()

  constructor(request: IncomingMessage, { bytesMax, large }: BodyLimits) {
    this.#request = request
    this.#bytesMax = bytesMax
    this.#large = large
  }

  read(reserve: BodyLimits['reserve']): Promise<Buffer> {
    const request = this.#request
    // Not `once`, which costs more, and the events after the first have no effect.
    request.on('data', (chunk: Buffer) => this.#take(chunk, reserve))
    request.on('end', () => this.#whole.resolve(joinInTurns(this.#chunks, this.#length)))
    request.on('error', (error) => this.#whole.reject(clientGone(error)))
    request.on('close', () => {
      if (!request.complete) this.#whole.reject(clientGone(undefined))
    })
    return this.#whole.promise
  }

  #take(chunk: Buffer, reserve: BodyLimits['reserve']): void {
    this.#length += chunk.length
    if (this.#length > this.#bytesMax) return this.#refuse(bodyTooLarge(this.#bytesMax))
    try {
      reserve?.(chunk.length)
    } catch (thrown) {
      return this.#refuse(thrown)
    }
    this.#chunks.push(chunk)
    if (this.#large && this.#length > this.#large.bytes) this.#askPermission(this.#large)
    else if (this.#length > unpacedBytesMax) takeTurns(this.#request)
  }

  /** A body without a declared length turns out to be large only while it is read. */
  #askPermission({ permit }: NonNullable<BodyLimits['large']>): void {
    this.#large = undefined
    this.#request.pause()
    permit().then(
      () => this.#request.resume(),
      (refusal: unknown) => this.#refuse(refusal),
    )
  }

  #refuse(refusal: unknown): void {
    discardRest(this.#request)
    // The request keeps this reader until its rest has arrived, long after the bytes have been released.
    this.#chunks = []
    this.#whole.reject(refusal)
  }
}
