// Relays a provider's stream frame by frame, and holds back its last frames until the charge is durable: a client that
// receives `[DONE]` has been charged, and one that does not has not.
import type { TokenUsage } from '@gatehouse/calls/call'
import type { Route } from '@gatehouse/models/alias'
import type { Permit } from '@gatehouse/runtime/circuit-breaker'
import type { Fault } from '@gatehouse/runtime/fault'
import type { Call } from '../call/call.ts'
import type { CallDeps } from '../call/call-deps.ts'
import { AnswerCopy, callHeaders, chargeThenSend, streamHeaders } from '../call/charge-then-send.ts'
import type { Client, ClientListener } from '../call/client.ts'
import { CallCut, TotalTimeout } from '../call/open-calls.ts'
import { cutFault, routesUnavailable } from '../gateway-faults.ts'
import type { ProviderStream } from '../provider/attempt-route.ts'
import { type ExchangeSink, isTimeout } from '../provider/provider-exchange.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'
import { type ReadFrame, FrameReader } from '../wire/frame-reader.ts'
import { readUsage } from '../wire/scan-answer.ts'
import { ownsMemory } from '@gatehouse/bytes/sse-splitter'
import { choiceCountOf } from './read-model-call.ts'
import type { ModelRequest } from './wire-formats.ts'

type Relay = {
  client: Client
  request: ModelRequest
  stream: ProviderStream
  route: Route
  /** The breaker's permit for this call; it must be closed with the outcome of the stream: succeeded, failed or abandoned. */
  permit: Permit
}

type RelayDeps = Pick<CallDeps, 'clock' | 'observeModel' | 'threads'>

/** A large frame has been read in a worker thread and is in the caller's format. */
type TakenFrame = ReadFrame & { isLarge?: boolean }

const releaseAfterMs = 250
const doneFrame = Buffer.from('data: [DONE]\n\n')

/**
 * Resolves when the last byte has been handed over or the client has disconnected. Throws if the stream broke off: it is
 * then not charged.
 */
export function relayStream(deps: RelayDeps, call: Call, relay: Relay): Promise<void> {
  const relaying = new StreamRelay(deps, call, relay)
  relaying.start()
  return relaying.finished
}

class StreamRelay implements ExchangeSink, ClientListener {
  readonly #deps: RelayDeps
  readonly #call: Call
  readonly #relay: Relay
  readonly #reader: FrameReader
  readonly #finished = Promise.withResolvers<void>()
  /**
   * Frames that are held back until the charge is durable: usage reports, the frame that ends the answer, and all
   * frames after it.
   */
  readonly #held: Buffer[] = []
  readonly #copy: AnswerCopy
  #usage: TokenUsage | undefined
  #finishedChoices = 0
  /** The last choice has finished. */
  #hasEnded = false
  #isDone = false
  /** The client has been sent part of the text. */
  #hasSent = false
  #isOver = false
  /** A large frame is being read in a worker thread; what follows it waits. */
  #isReading = false
  #waiting: readonly Buffer[] = []
  #endWaiting: { error: Error | undefined } | undefined
  readonly #startedAtMs: number
  /**
   * Start of the current pause, during which the provider's stream is stopped until the client reads; `#pausedMs` is
   * the sum of the earlier pauses.
   */
  #pausedAtMs: number | undefined
  #pausedMs = 0

  constructor(deps: RelayDeps, call: Call, relay: Relay) {
    this.#deps = deps
    this.#call = call
    this.#relay = relay
    this.#startedAtMs = deps.clock.monotonicMs()
    this.#reader = new FrameReader(call.entry.alias, relay.route.hiddenFields)
    this.#copy = new AnswerCopy(call.keeping, call.bytes.take)
  }

  get finished(): Promise<void> {
    return this.#finished.promise
  }

  start(): void {
    const { client, stream } = this.#relay
    client.listen(this)
    if (!client.isHeadSent) client.sendHead(200, { ...callHeaders(this.#call), ...streamHeaders })
    stream.exchange.attach(this)
    this.#takeFrames(stream.frames)
    // The stream ended or broke right after its first frames, before this sink was attached.
    if (stream.end) this.#finishInTurn(stream.end.error)
  }

  onHead(): void {}

  onData(chunk: Buffer): void {
    if (this.#isOver) return
    const { kind, frames } = this.#relay.stream.splitter.feed(chunk)
    this.#takeFrames(frames)
    if (kind === 'too_large') this.#finishInTurn(new Error('the provider sent a frame that is too large'))
  }

  onEnd(): void {
    const rest = this.#relay.stream.splitter.rest()
    if (rest.kind === 'frame' && !this.#isOver) this.#takeFrames([rest.frame])
    this.#finishInTurn(undefined)
  }

  onBreak(error: Error): void {
    if (error instanceof CallCut || error instanceof TotalTimeout) this.#finish(error)
    else this.#finishInTurn(error)
  }

  onGone(): void {
    this.#relay.stream.exchange.abort(new Error('the client disconnected'))
    this.#finish(undefined)
  }

  onDrain(): void {
    if (this.#pausedAtMs !== undefined) this.#pausedMs += this.#deps.clock.monotonicMs() - this.#pausedAtMs
    this.#pausedAtMs = undefined
    if (!this.#isReading) this.#relay.stream.exchange.resume()
  }

  #takeFrames(frames: readonly Buffer[]): void {
    if (this.#isReading) return void (this.#waiting = [...this.#waiting, ...frames])
    const ready: Buffer[] = []
    let error: Error | undefined
    for (const [index, frame] of frames.entries()) {
      if (this.#isDone || this.#isOver || error) break
      if (frame.length > largeBytes) {
        this.#send(ready)
        return void this.#readLarge(frame, frames.slice(index + 1))
      }
      error = this.#takeFrame(this.#reader.read(frame), ready)
    }
    this.#sendReady(ready, error)
  }

  #sendReady(ready: readonly Buffer[], error: Error | undefined): void {
    // The frames before `[DONE]` or before an error are sent first.
    this.#send(ready)
    if (this.#isDone || error) this.#finish(error)
  }

  /** The provider's stream is paused meanwhile. */
  async #readLarge(bytes: Buffer, following: readonly Buffer[]): Promise<void> {
    const { route, request, stream } = this.#relay
    const { alias } = this.#call.entry
    const { isToCompletion = false } = request.format.answerOptions(request, route)
    const options = { alias, hiddenFields: route.hiddenFields, isToCompletion }
    this.#isReading = true
    this.#waiting = following
    stream.exchange.pause()
    try {
      const owner = this.#call.key.companyId
      const task = { bytes, ownsMemory: ownsMemory(bytes), options, owner }
      const read = await this.#deps.threads.run('readLargeFrame', task)
      this.#isReading = false
      const ready: Buffer[] = []
      const error = this.#isOver ? undefined : this.#takeFrame({ ...read, isLarge: true }, ready)
      this.#sendReady(ready, error)
    } catch (thrown) {
      this.#isReading = false
      this.#finish(toError(thrown))
    }
    this.#continue()
  }

  #continue(): void {
    const [waiting, end] = [this.#waiting, this.#endWaiting]
    this.#waiting = []
    if (this.#isOver) return
    this.#takeFrames(waiting)
    if (this.#isReading) return
    if (end) this.#finish(end.error)
    else if (this.#pausedAtMs === undefined) this.#relay.stream.exchange.resume()
  }

  /** Finishes after the frames that wait for a large one. */
  #finishInTurn(error: Error | undefined): void {
    if (this.#isReading) this.#endWaiting ??= { error }
    else this.#finish(error)
  }

  /** Returns an error if the frame cannot be part of an answer. */
  #takeFrame(read: TakenFrame, ready: Buffer[]): Error | undefined {
    if (read.usage) this.#recordUsage(read.usage)
    if (read.model !== undefined) this.#observeModel(read.model)
    switch (read.kind) {
      case 'comment':
        // The provider's comments are dropped: they could name it, and the gateway sends its own pings.
        return undefined
      case 'last':
        this.#finishedChoices += 1
        this.#pass(read, ready)
        return undefined
      case 'usage':
        this.#held.push(this.#toFrame(read))
        return undefined
      case 'content':
        this.#pass(read, ready)
        return undefined
      case 'done':
        this.#isDone = true
        return undefined
      case 'malformed':
      case 'error':
        return new Error(`the provider sent a frame that is ${read.kind}`)
    }
  }

  /** Every choice has finished, so all further frames belong to the end. */
  get #isEnding(): boolean {
    return this.#finishedChoices >= choiceCountOf(this.#relay.request.scan)
  }

  #pass(read: TakenFrame, ready: Buffer[]): void {
    // More content follows, so the usage report that was held back was an interim one and is released.
    if (!this.#hasEnded && this.#held.length > 0) ready.push(...this.#held.splice(0))
    const frame = this.#toFrame(read)
    this.#hasEnded = this.#isEnding
    if (this.#hasEnded) this.#held.push(frame)
    else ready.push(frame)
  }

  #toFrame({ bytes, isLarge = false }: TakenFrame): Buffer {
    if (isLarge) return bytes
    const { request, route } = this.#relay
    return request.format.toFrame(bytes, request, route)
  }

  #recordUsage(text: Buffer): void {
    const usage = readUsage(text, { countsTotal: this.#relay.route.countsTotalTokens })
    this.#usage = usage === 'none' ? undefined : usage
  }

  #observeModel(model: string): void {
    this.#deps.observeModel({ alias: this.#call.entry.alias, route: this.#relay.route, model })
  }

  #send(frames: readonly Buffer[]): void {
    const [first] = frames
    if (!first) return
    const { client, stream } = this.#relay
    this.#copy.add(...frames)
    this.#hasSent = true
    if (client.write(frames.length === 1 ? first : Buffer.concat(frames))) return
    this.#pausedAtMs ??= this.#deps.clock.monotonicMs()
    stream.exchange.pause()
  }

  #finish(error: Error | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    // A stream that ends right after a usage report is complete, even if no choice reported a finish_reason.
    const isReported = this.#held.length > 0 && !error && !this.#relay.client.isGone
    const isComplete = this.#usage !== undefined && (this.#isDone || this.#hasEnded || isReported)
    if (this.#usage && isComplete) this.#finished.resolve(this.#complete(this.#usage))
    else this.#finished.reject(this.#breakOff(error))
  }

  #complete(usage: TokenUsage): Promise<void> {
    const { client, permit } = this.#relay
    permit.succeed()
    return chargeThenSend(this.#call, client, {
      bytes: Buffer.concat([...this.#held, doneFrame]),
      contentType: streamHeaders['content-type'],
      usage,
      copy: this.#copy,
      onDecided: () => this.#releaseConnection(),
    })
  }

  /**
   * Nothing follows `[DONE]`. By now the provider has nearly always ended its response too, and its connection is
   * reused; a response that is still open is aborted after a short delay.
   */
  #releaseConnection(): void {
    const { stream } = this.#relay
    if (stream.exchange.isOver) return
    this.#deps.clock.after(releaseAfterMs, () => stream.exchange.abort(new Error('the answer is over')))
  }

  /** Ends an incomplete stream, which is not charged. Returns the error with which it ends instead of `[DONE]`. */
  #breakOff(error: Error | undefined): Fault {
    const { client, stream, permit } = this.#relay
    const call = this.#call
    const isHeldUp = error instanceof TotalTimeout && this.#isHeldUp
    if (client.isGone) call.fail({ kind: 'failed', reason: 'client_gone', isAbandoned: this.#hasSent })
    else if (error instanceof CallCut) {
      // A company could revoke its key once it has read enough, so that counts as abandoning the stream too.
      const isAbandoned = this.#hasSent && error.reason === 'key_ended'
      call.fail({ kind: 'failed', reason: error.reason, isAbandoned })
    } else if (isHeldUp) {
      call.fail({ kind: 'failed', reason: 'client_gone', isAbandoned: true })
    } else if (error instanceof TotalTimeout || isTimeout(error)) {
      call.fail({ kind: 'failed', reason: 'provider_timeout' })
    } else call.fail({ kind: 'failed', reason: error || !this.#isDone ? 'provider_error' : 'no_usage' })
    if (client.isGone || error instanceof CallCut || isHeldUp) permit.abandon()
    // An answer that lacks only its usage says nothing about the provider's health.
    else if (error || !this.#isDone) permit.fail()
    else permit.succeed()
    stream.exchange.abort(new Error('the answer is over'))
    const cut = error instanceof CallCut ? cutFault(error.reason) : undefined
    return cut ?? routesUnavailable(0, error)
  }

  /** Whether the client, by reading slowly, caused most of the stream's duration. */
  get #isHeldUp(): boolean {
    const nowMs = this.#deps.clock.monotonicMs()
    const pausedMs = this.#pausedMs + (this.#pausedAtMs === undefined ? 0 : nowMs - this.#pausedAtMs)
    return pausedMs > (nowMs - this.#startedAtMs) / 2
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
