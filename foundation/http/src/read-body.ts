// Reads a body that the framework has left on the socket, up to a limit.
import type { IncomingMessage } from 'node:http'
import { bodyTooLarge, clientGone } from './http-faults.ts'

export type BodyLimits = {
  bytesMax: number
  /** Asked before a body that has more than `largeBytes` is read, or read on; a rejection ends the reading. */
  large?: { bytes: number; permit: () => Promise<void> }
  /** Called before bytes are kept, with how many; what it throws ends the reading. */
  reserve?: (bytes: number) => void
}

export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const { bytesMax, large, reserve } = limits
  const stated = Number(request.headers['content-length'] ?? 0)
  // Refused before it is read, if it says itself that it is too large.
  if (stated > bytesMax) {
    discardRest(request)
    throw bodyTooLarge(bytesMax)
  }
  const isLarge = large !== undefined && stated > large.bytes
  try {
    if (isLarge) await large.permit()
    if (stated > 0) reserve?.(stated)
  } catch (refusal) {
    discardRest(request)
    throw refusal
  }
  // It left while its key was looked at, and the event that says so is past.
  if (request.destroyed && !request.readableEnded) throw clientGone(undefined)
  return new BodyReader(request, isLarge || !large ? { bytesMax } : { bytesMax, large }).read(
    stated > 0 ? undefined : reserve,
  )
}

/**
 * What a client still sends of a body that was refused. It is read, so that the client sees the refusal instead of a broken
 * connection, and in turns, like every body.
 */
function discardRest(request: IncomingMessage): void {
  request.removeAllListeners('data')
  request.on('data', () => takeTurns(request))
  request.resume()
}

/**
 * One chunk in each turn of the event loop. Left alone, a socket that always has more to read delivers some thirty chunks in
 * a row, and with forty such sockets everything else in the process waits for a tenth of a second.
 */
function takeTurns(request: IncomingMessage): void {
  request.pause()
  setImmediate(() => request.resume())
}

// Nearly all bodies have less, and are there before anything else is asked of the event loop.
const soonReadBytes = 262_144

class BodyReader {
  readonly #request: IncomingMessage
  readonly #bytesMax: number
  #large: BodyLimits['large']
  readonly #chunks: Buffer[] = []
  #length = 0
  readonly #whole = Promise.withResolvers<Buffer>()

  constructor(request: IncomingMessage, { bytesMax, large }: BodyLimits) {
    this.#request = request
    this.#bytesMax = bytesMax
    this.#large = large
  }

  read(reserve: BodyLimits['reserve']): Promise<Buffer> {
    const request = this.#request
    request.on('data', (chunk: Buffer) => this.#take(chunk, reserve))
    request.once('end', () => this.#whole.resolve(this.#join()))
    request.once('error', (error) => this.#whole.reject(clientGone(error)))
    request.once('close', () => {
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
    if (this.#large && this.#length > this.#large.bytes) this.#askToGoOn(this.#large)
    else if (this.#length > soonReadBytes) takeTurns(this.#request)
  }

  /** Of a body without a length it shows only now that it is large. */
  #askToGoOn({ permit }: NonNullable<BodyLimits['large']>): void {
    this.#large = undefined
    this.#request.pause()
    permit().then(
      () => this.#request.resume(),
      (refusal: unknown) => this.#refuse(refusal),
    )
  }

  #refuse(refusal: unknown): void {
    discardRest(this.#request)
    this.#whole.reject(refusal)
  }

  #join(): Buffer {
    const [first] = this.#chunks
    return this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks, this.#length)
  }
}
