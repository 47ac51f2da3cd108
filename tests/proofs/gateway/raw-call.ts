// One call on its own socket, by a client that may leave at any byte and knows exactly what it has received.
import { connect } from 'node:net'
import { AnswerReader, type Answer } from './answer-reader.ts'

export type RawCall = {
  /** Base URL of the gateway, http://127.0.0.1:port. */
  url: string
  /** Chat completions by default. */
  path?: string | undefined
  headers: Readonly<Record<string, string>>
  body: Buffer
  cut?: Cut | undefined
  /** Called with the answer so far whenever bytes arrive. */
  onProgress?: ((answer: Answer) => void) | undefined
}

/** When the client leaves, and whether it closes the connection (FIN) or resets it (RST). */
export type Cut = { isReset: boolean } &
  /** After part of the request has been sent. */
  (
    | { at: 'request'; share: number }
    | { at: 'time'; afterMs: number }
    /**
     * After this many bytes, including the head. Later bytes of the same packet are discarded, as if the client had
     * never seen them.
     */
    | { at: 'bytes'; count: number }
    /** After this many complete frames, plus a delay. */
    | { at: 'frame'; count: number; afterMs: number }
  )

export type Seen = {
  answer: Answer
  /** All received bytes, unmodified. */
  bytes: Buffer
  /** Who ended the call; `answer` if it was complete, `limit` if it ran into the time limit. */
  endedBy: 'answer' | 'client' | 'server' | 'limit'
  startedMs: number
  endedMs: number
  /** Wall-clock time, comparable with the provider's. */
  endedAtMs: number
}

const timeLimitMs = 30_000

export function makeCall(call: RawCall): Promise<Seen> {
  return new ClientSocket(call).outcome
}

class ClientSocket {
  readonly #call: RawCall
  readonly #socket
  readonly #answer = new AnswerReader()
  readonly #chunks: Buffer[] = []
  readonly #outcome = Promise.withResolvers<Seen>()
  readonly #startedMs = performance.now()
  readonly #limit: NodeJS.Timeout
  #byteCount = 0
  #leaving: NodeJS.Timeout | undefined
  #isOver = false

  constructor(call: RawCall) {
    this.#call = call
    const { hostname, port } = new URL(call.url)
    this.#limit = setTimeout(() => this.#end('limit'), timeLimitMs)
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    // `close` always follows an error and handles it.
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => this.#end('server'))
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes))
    this.#socket.on('connect', () => this.#send())
  }

  get outcome(): Promise<Seen> {
    return this.#outcome.promise
  }

  #send(): void {
    const { headers, body, cut, path = '/llm/v1/chat/completions' } = this.#call
    const lines = Object.entries({ host: 'gateway', ...headers, 'content-length': String(body.length) })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const request = Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head}\r\n`), body])
    if (cut?.at === 'request') {
      const part = request.subarray(0, Math.floor(request.length * cut.share))
      return void this.#socket.write(part, () => this.#end('client'))
    }
    this.#socket.write(request)
    if (cut?.at === 'time') this.#leaveAfter(cut.afterMs)
  }

  #take(received: Buffer): void {
    if (this.#isOver) return
    const { cut, onProgress } = this.#call
    const isPastCut = cut?.at === 'bytes' && this.#byteCount + received.length >= cut.count
    const bytes = isPastCut ? received.subarray(0, cut.count - this.#byteCount) : received
    this.#chunks.push(bytes)
    this.#byteCount += bytes.length
    this.#answer.feed(bytes)
    onProgress?.(this.#answer)
    if (isPastCut) return this.#end('client')
    // The official clients also close the connection after a single call.
    if (this.#answer.isWhole) return this.#end('answer')
    if (cut?.at === 'frame' && this.#answer.status !== undefined && this.#answer.frames.length >= cut.count) {
      this.#leaveAfter(cut.afterMs)
    }
  }

  #leaveAfter(ms: number): void {
    if (ms === 0) return this.#end('client')
    this.#leaving ??= setTimeout(() => this.#end('client'), ms)
  }

  #end(endedBy: Seen['endedBy']): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#limit)
    clearTimeout(this.#leaving)
    if (this.#call.cut?.isReset && !this.#socket.connecting) this.#socket.resetAndDestroy()
    else this.#socket.destroy()
    this.#outcome.resolve({
      answer: this.#answer,
      bytes: Buffer.concat(this.#chunks),
      endedBy,
      startedMs: this.#startedMs,
      endedMs: performance.now(),
      endedAtMs: Date.now(),
    })
  }
}
