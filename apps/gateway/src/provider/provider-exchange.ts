// One request to a provider and its response, delivered to the current sink: first the attempt, which decides whether
// the response is an answer, then the relay, which forwards it.
import type { Dispatcher } from 'undici'

export type ExchangeSink = {
  onHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): void
  onData(chunk: Buffer): void
  onEnd(): void
  /** The connection broke, a timeout expired, or the exchange was aborted. */
  onBreak(error: Error): void
}

// Chunks of at least this size, half of a socket read, count as long.
const longChunkBytes = 32_768

export class ProviderExchange implements Dispatcher.DispatchHandler {
  #sink: ExchangeSink
  #controller: Dispatcher.DispatchController | undefined
  #abortedFor: Error | undefined
  #isOver = false
  /** Paused by the sink because its client reads slowly. */
  #isPaused = false

  constructor(sink: ExchangeSink) {
    this.#sink = sink
  }

  /** Replaces the sink for all further events. */
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
    // The exchange was aborted while it waited for a connection.
    if (this.#abortedFor) controller.abort(this.#abortedFor)
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // Skips interim responses such as 103 Early Hints.
    if (status >= 200) this.#sink.onHead(status, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#sink.onData(chunk)
    if (chunk.length >= longChunkBytes) this.#takeTurns()
  }

  /**
   * Pauses for one turn of the event loop after a long chunk, which means that more data is waiting. Without the pause,
   * one fast provider would occupy the event loop for some thirty chunks in a row.
   */
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

/** Whether the error is a timeout, of the call or of the connection, rather than a failure. */
export function isTimeout(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && /TIMEOUT/.test(String(error.code))
}
