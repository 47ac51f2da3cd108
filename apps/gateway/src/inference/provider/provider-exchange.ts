// One request to a provider and what comes back, for whoever is interested at the moment: first the attempt, which
// decides whether this is an answer, then the relay, which sends it on.
import type { Dispatcher } from 'undici'

export type ExchangeSink = {
  onHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void
  onData(chunk: Buffer): void
  onEnd(): void
  /** The connection broke, a time limit ran out, or it was aborted. */
  onBreak(error: Error): void
}

// Half of what is read from a socket at a time.
const longChunkBytes = 32_768

export class ProviderExchange implements Dispatcher.DispatchHandler {
  #sink: ExchangeSink
  #controller: Dispatcher.DispatchController | undefined
  #abortedFor: Error | undefined
  #isOver = false
  /** By whoever hears what comes, because its client reads slowly. */
  #isPaused = false

  constructor(sink: ExchangeSink) {
    this.#sink = sink
  }

  /** From now on this one hears what comes. */
  attach(sink: ExchangeSink): void {
    this.#sink = sink
  }

  get isOver(): boolean {
    return this.#isOver
  }

  pause(): void {
    this.#isPaused = true
    this.#controller?.pause()
  }

  resume(): void {
    this.#isPaused = false
    if (!this.#isOver) this.#controller?.resume()
  }

  abort(reason: Error): void {
    if (this.#isOver) return
    this.#abortedFor ??= reason
    this.#controller?.abort(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    // It waited for a connection, and meanwhile nobody wants it any more.
    if (this.#abortedFor) controller.abort(this.#abortedFor)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Something like "early hints", which the answer follows.
    if (status >= 200) this.#sink.onHead(status, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#sink.onData(chunk)
    if (chunk.length >= longChunkBytes) this.#takeTurns()
  }

  /** Then more is waiting: left alone, one fast provider would keep the event loop for some thirty chunks in a row. */
  #takeTurns(): void {
    if (this.#isPaused || this.#isOver) return
    this.#controller?.pause()
    setImmediate(() => {
      if (!this.#isPaused && !this.#isOver) this.#controller?.resume()
    })
  }

  onResponseEnd(): void {
    this.#isOver = true
    this.#sink.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#isOver = true
    this.#sink.onBreak(this.#abortedFor ?? error)
  }
}
