// One attempt to get an answer from one route. Its outcome is decided before anything reaches the client: a stream
// counts as an answer once its first frame has arrived and is not an error, so until then another route can be tried.
import { Readable } from 'node:stream'
import { joinInTurns } from '@gatehouse/http/join-in-turns'
import type { Route } from '@gatehouse/models/alias'
import { Fault } from '@gatehouse/runtime/fault'
import { largeBytes } from '@gatehouse/bytes/large-bytes'
import { type FrameKind, inspectFrame } from '../wire/inspect-frame.ts'
import { SseSplitter } from '@gatehouse/bytes/sse-splitter'
import { type ExchangeSink, isTimeout, ProviderExchange } from './provider-exchange.ts'
import type { ProviderPools } from './provider-pools.ts'

export type RouteAnswer =
  | { kind: 'json'; body: Buffer }
  | { kind: 'stream'; stream: ProviderStream }
  /** The provider rejects the request itself. */
  | { kind: 'refused'; status: number; body: Buffer }
  | RouteFailure

export type RouteFailure = {
  kind: 'failed'
  reason: 'provider_error' | 'provider_timeout' | 'too_many_bytes'
  /**
   * A timeout, a broken connection, a 5xx, a 429 or an unusable answer; false for any other 4xx, and if our own memory
   * budget was exceeded.
   */
  isProviderUnhealthy: boolean
  cause: Error
}

/** The frames received so far, and the exchange that delivers the rest. */
export type ProviderStream = {
  exchange: ProviderExchange
  splitter: SseSplitter
  frames: Buffer[]
  /** Set if the stream has already ended. */
  end?: { error: Error | undefined }
}

export type RouteRequest = {
  path: string
  /** A large body consists of parts, which are sent one after the other. */
  body: Buffer | readonly Buffer[]
  traceparent: string
  /** Called before bytes of an answer are buffered; throws a fault if they exceed the budget. */
  reserve: (bytes: number) => void
}

/** Statuses the caller can act on; all others concern only the gateway and the provider. */
const refusalStatuses = new Set([400, 413, 415, 422])
const answerBytesMax = 64 * 1024 * 1024
const errorBytesMax = 64 * 1024
const sliceBytes = 1_048_576
const preallocateAboveBytes = 512 * 1024

export function attemptRoute(
  pools: ProviderPools,
  route: Route,
  request: RouteRequest,
): { exchange: ProviderExchange; answer: Promise<RouteAnswer> } {
  const attempt = new RouteAttempt(request.reserve)
  const { pool, basePath } = pools.of(route)
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    traceparent: request.traceparent,
  }
  if (route.credential) headers['authorization'] = `Bearer ${route.credential.reveal()}`
  const { body } = request
  if (!Buffer.isBuffer(body)) headers['content-length'] = String(lengthOf(body))
  pool.dispatch(
    {
      path: basePath + request.path,
      method: 'POST',
      headers,
      body: Buffer.isBuffer(body) ? body : Readable.from(sliced(body)),
      headersTimeout: route.timeouts.firstByteMs,
      bodyTimeout: route.timeouts.idleMs,
    },
    attempt.exchange,
  )
  return { exchange: attempt.exchange, answer: attempt.answer }
}

/** Each slice is written in a turn of its own: the kernel copies several megabytes at a time. */
function* sliced(parts: readonly Buffer[]): Generator<Buffer> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += sliceBytes) yield part.subarray(at, at + sliceBytes)
  }
}

/**
 * Inspecting a large frame would block the event loop, so it counts as content here, and the relay has it read in a
 * worker thread. An error of this size is then an error of the stream, after which no other route is tried.
 */
function kindOf(frame: Buffer): FrameKind {
  return frame.length > largeBytes ? 'content' : inspectFrame(frame).kind
}

function lengthOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

class RouteAttempt implements ExchangeSink {
  readonly exchange = new ProviderExchange(this)
  readonly #outcome = Promise.withResolvers<RouteAnswer>()
  #status = 0
  #splitter: SseSplitter | undefined
  readonly #frames: Buffer[] = []
  #stream: ProviderStream | undefined
  #chunks: Buffer[] = []
  /**
   * Preallocated for a large answer that declares its length, because joining its chunks at the end would block the
   * event loop.
   */
  #whole: Buffer | undefined
  #declaredLength = 0
  #length = 0
  readonly #reserve: RouteRequest['reserve']

  constructor(reserve: RouteRequest['reserve']) {
    this.#reserve = reserve
  }

  get answer(): Promise<RouteAnswer> {
    return this.#outcome.promise
  }

  onHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void {
    this.#status = status
    this.#declaredLength = Number(headers['content-length'] ?? 0)
    const isStream = status === 200 && String(headers['content-type']).startsWith('text/event-stream')
    if (isStream) this.#splitter = new SseSplitter()
  }

  onData(chunk: Buffer): void {
    if (this.#splitter) return this.#takeFrames(this.#splitter, chunk)
    this.#length += chunk.length
    const bytesMax = this.#status === 200 ? answerBytesMax : errorBytesMax
    if (this.#length > bytesMax) return this.#fail(new Error("the provider's answer is too long"))
    try {
      this.#reserve(chunk.length)
    } catch (thrown) {
      return this.#fail(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
    this.#keep(chunk)
  }

  #keep(chunk: Buffer): void {
    const isLarge = this.#declaredLength > preallocateAboveBytes && this.#declaredLength <= answerBytesMax
    if (isLarge) this.#whole ??= Buffer.allocUnsafeSlow(this.#declaredLength)
    // The chunks cannot exceed the buffer: the HTTP client detects a provider that sends more than it declared.
    if (this.#whole) chunk.copy(this.#whole, this.#length - chunk.length)
    else this.#chunks.push(chunk)
  }

  onEnd(): void {
    if (this.#stream) return void (this.#stream.end = { error: undefined })
    if (this.#splitter) return this.#fail(new Error('the stream ended before its first frame'))
    if (this.#status !== 200 && !refusalStatuses.has(this.#status)) {
      return this.#fail(new Error(`the provider returned status ${this.#status}`))
    }
    const body = this.#whole?.subarray(0, this.#length) ?? joinInTurns(this.#chunks, this.#length)
    if (Buffer.isBuffer(body)) this.#answer(body)
    else void body.then((joined) => this.#answer(joined))
  }

  #answer(body: Buffer): void {
    const status = this.#status
    this.#outcome.resolve(status === 200 ? { kind: 'json', body } : { kind: 'refused', status, body })
  }

  onBreak(cause: Error): void {
    if (this.#stream) this.#stream.end = { error: cause }
    else this.#fail(cause)
  }

  #takeFrames(splitter: SseSplitter, chunk: Buffer): void {
    const { kind, frames } = splitter.feed(chunk)
    this.#frames.push(...frames)
    if (this.#stream) return
    if (kind === 'too_large') return this.#fail(new Error("the provider's first frame is too large"))
    const first = this.#frames.map(kindOf).find((one) => one !== 'comment')
    if (first === undefined) return
    if (first === 'error' || first === 'malformed') {
      return this.#fail(new Error(`the provider's first frame is ${first}`))
    }
    this.#stream = { exchange: this.exchange, splitter, frames: this.#frames }
    this.#outcome.resolve({ kind: 'stream', stream: this.#stream })
  }

  #fail(cause: Error): void {
    const isOurs = cause instanceof Fault
    this.#outcome.resolve({
      kind: 'failed',
      reason: isOurs ? 'too_many_bytes' : isTimeout(cause) ? 'provider_timeout' : 'provider_error',
      isProviderUnhealthy: !isOurs && (this.#status < 400 || this.#status === 429 || this.#status >= 500),
      cause,
    })
    this.exchange.abort(cause)
  }
}
