// Relays a provider's stream frame by frame, and holds back its last frames until the charge is durable: a client that
// receives `[DONE]` has been charged, and one that does not has not.
import type { TokenUsage } from '@gatehouse/calls/call'
import type { Route } from '@gatehouse/models/alias'
import type { Permit } from '@gatehouse/runtime/circuit-breaker'
import type { Clock } from '@gatehouse/runtime/clock'
import { Fault } from '@gatehouse/runtime/fault'
import { cutFault, routesUnavailable } from '../../gateway-faults.ts'
import { type ReadFrame, FrameReader } from '../../wire/frame-reader.ts'
import { readUsage } from '../../wire/read-usage.ts'
import { choiceCountOf } from '../admission/read-model-call.ts'
import type { OpenCall } from '../open-call.ts'
import { type ExchangeSink, isTimeout } from '../provider/provider-exchange.ts'
import type { ObserveModel } from '../provider/observe-model.ts'
import type { ProviderStream } from '../provider/attempt-route.ts'
import type { WireFormat } from '../wire-formats.ts'
import { AnswerCopy } from './answer-copy.ts'
import { callHeaders, streamHeaders } from './answer-headers.ts'
import { CallCut, TotalTimeout } from './open-calls.ts'
import type { Client, ClientListener } from './client.ts'
import { errorFrame } from './answer-error.ts'

export type Relay = {
  call: OpenCall
  client: Client
  stream: ProviderStream
  route: Route
  format: WireFormat
  /** The breaker's permit for this call; it must be closed with the outcome of the stream: succeeded, failed or abandoned. */
  permit: Permit
  clock: Clock
  observeModel: ObserveModel
}

const releaseAfterMs = 250
const doneFrame = Buffer.from('data: [DONE]\n\n')

/** Resolves when the last byte has been handed over or the client has disconnected. */
export function relayStream(relay: Relay): Promise<void> {
  const relaying = new StreamRelay(relay)
  relaying.start()
  return relaying.finished
}

class StreamRelay implements ExchangeSink, ClientListener {
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
  readonly #startedAtMs: number
  /**
   * Start of the current pause, during which the provider's stream is stopped until the client reads; `#pausedMs` is
   * the sum of the earlier pauses.
   */
  #pausedAtMs: number | undefined
  #pausedMs = 0

  constructor(relay: Relay) {
    this.#relay = relay
    this.#startedAtMs = relay.clock.monotonicMs()
    this.#reader = new FrameReader(relay.call.admitted.entry.alias, relay.route.hiddenFields)
    const { keeping, bytes } = relay.call.admitted
    this.#copy = new AnswerCopy(keeping, bytes.take)
  }

  get finished(): Promise<void> {
    return this.#finished.promise
  }

  start(): void {
    const { client, call, stream } = this.#relay
    client.listen(this)
    if (!client.isHeadSent) client.sendHead(200, { ...callHeaders(call), ...streamHeaders })
    stream.exchange.attach(this)
    this.#takeFrames(stream.frames)
    // The stream ended or broke right after its first frames, before this sink was attached.
    if (stream.end) this.#finish(stream.end.error)
  }

  onHead(): void {}

  onData(chunk: Buffer): void {
    if (this.#isOver) return
    const { kind, frames } = this.#relay.stream.splitter.feed(chunk)
    this.#takeFrames(frames)
    if (kind === 'too_large') this.#finish(new Error('the provider sent a frame that is too large'))
  }

  onEnd(): void {
    const rest = this.#relay.stream.splitter.rest()
    if (rest.kind === 'frame' && !this.#isOver) this.#takeFrames([rest.frame])
    this.#finish(undefined)
  }

  onBreak(error: Error): void {
    this.#finish(error)
  }

  onGone(): void {
    this.#relay.stream.exchange.abort(new Error('the client disconnected'))
    this.#finish(undefined)
  }

  onDrain(): void {
    if (this.#pausedAtMs !== undefined) this.#pausedMs += this.#relay.clock.monotonicMs() - this.#pausedAtMs
    this.#pausedAtMs = undefined
    this.#relay.stream.exchange.resume()
  }

  #takeFrames(frames: readonly Buffer[]): void {
    const ready: Buffer[] = []
    let error: Error | undefined
    for (const frame of frames) {
      if (this.#isDone || this.#isOver || error) break
      error = this.#takeFrame(frame, ready)
    }
    // The frames before `[DONE]` or before an error are sent first.
    this.#send(ready)
    if (this.#isDone || error) this.#finish(error)
  }

  /** Returns an error if the frame cannot be part of an answer. */
  #takeFrame(frame: Buffer, ready: Buffer[]): Error | undefined {
    const read = this.#reader.read(frame)
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
    return this.#finishedChoices >= choiceCountOf(this.#relay.call.admitted.scan)
  }

  #pass(read: ReadFrame, ready: Buffer[]): void {
    // More content follows, so the usage report that was held back was an interim one and is released.
    if (!this.#hasEnded && this.#held.length > 0) ready.push(...this.#held.splice(0))
    const frame = this.#toFrame(read)
    this.#hasEnded = this.#isEnding
    if (this.#hasEnded) this.#held.push(frame)
    else ready.push(frame)
  }

  #toFrame({ bytes }: ReadFrame): Buffer {
    const { format, call, route } = this.#relay
    return format.toFrame(bytes, call.admitted, route)
  }

  #recordUsage(text: Buffer): void {
    const usage = readUsage(text, { countsTotal: this.#relay.route.countsTotalTokens })
    this.#usage = usage === 'none' ? undefined : usage
  }

  #observeModel(model: string): void {
    const { call, route, observeModel } = this.#relay
    observeModel({ alias: call.admitted.entry.alias, route, model })
  }

  #send(frames: readonly Buffer[]): void {
    const [first] = frames
    if (!first) return
    const { client, stream } = this.#relay
    this.#copy.add(...frames)
    this.#hasSent = true
    if (client.write(frames.length === 1 ? first : Buffer.concat(frames))) return
    this.#pausedAtMs ??= this.#relay.clock.monotonicMs()
    stream.exchange.pause()
  }

  #finish(error: Error | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    // A stream that ends right after a usage report is complete, even if no choice reported a finish_reason.
    const isReported = this.#held.length > 0 && !error && !this.#relay.client.isGone
    const isComplete = this.#usage !== undefined && (this.#isDone || this.#hasEnded || isReported)
    if (this.#usage && isComplete) void this.#charge(this.#usage)
    else this.#breakOff(error)
  }

  async #charge(usage: TokenUsage): Promise<void> {
    const { call, permit } = this.#relay
    permit.succeed()
    const last = Buffer.concat([...this.#held, doneFrame])
    this.#copy.add(last)
    const charge = await call.charge(usage, this.#copy.toRecord(streamHeaders['content-type']))
    this.#releaseConnection()
    if (charge.kind === 'unavailable') this.#end(errorFrame(toUnavailable(charge.cause), call.admitted.id))
    else this.#end(last)
  }

  /**
   * Nothing follows `[DONE]`. By now the provider has nearly always ended its response too, and its connection is
   * reused; a response that is still open is aborted after a short delay.
   */
  #releaseConnection(): void {
    const { stream, clock } = this.#relay
    if (stream.exchange.isOver) return
    clock.after(releaseAfterMs, () => stream.exchange.abort(new Error('the answer is over')))
  }

  /**
   * Ends an incomplete stream. It is not charged, and it ends with an error frame instead of `[DONE]`, so that the
   * client sees that the answer is incomplete.
   */
  #breakOff(error: Error | undefined): void {
    const { call, client, stream, permit } = this.#relay
    const { id } = call.admitted
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
    this.#end(errorFrame(cut ?? routesUnavailable(0, error), id))
  }

  /** Whether the client, by reading slowly, caused most of the stream's duration. */
  get #isHeldUp(): boolean {
    const nowMs = this.#relay.clock.monotonicMs()
    const pausedMs = this.#pausedMs + (this.#pausedAtMs === undefined ? 0 : nowMs - this.#pausedAtMs)
    return pausedMs > (nowMs - this.#startedAtMs) / 2
  }

  #end(last: Buffer): void {
    this.#finished.resolve(this.#relay.client.end(last))
  }
}

function toUnavailable(cause: unknown): Fault {
  return cause instanceof Fault ? cause : routesUnavailable(0, cause)
}
