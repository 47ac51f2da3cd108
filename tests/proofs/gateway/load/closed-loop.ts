// A fixed number of connections with one call each at a time, on plain sockets: the client must be cheap, because it
// shares its core with the provider.
import { type Socket, connect } from 'node:net'
import { AddressedRequest, type RequestParts } from './addressed-request.ts'

export type LoadTarget = RequestParts & { port: number }

export type LoadResult = { calls: number; failed: number; seconds: number; tookMs: number[] }

const jsonEnd = Buffer.from('\r\n\r\n')
const chunkedEnd = Buffer.from('\r\n0\r\n\r\n')

export type LoopLimits = {
  connections: number
  warmUpMs: number
  measureMs: number
  /** Called at the first call that counts and after the last one. */
  onMeasure?: (edge: 'begin' | 'end') => void
}

export async function runClosedLoop(
  target: LoadTarget,
  { connections, warmUpMs, measureMs, onMeasure }: LoopLimits,
): Promise<LoadResult> {
  const result: LoadResult = { calls: 0, failed: 0, seconds: 0, tookMs: [] }
  const startsMs = performance.now() + warmUpMs
  const endsMs = startsMs + measureMs
  let isOver = false
  const clients = Array.from({ length: connections }, () => {
    const client = new LoopClient(target, (tookMs, isWhole) => {
      const nowMs = performance.now()
      if (nowMs >= startsMs && nowMs < endsMs) {
        if (result.calls === 0) onMeasure?.('begin')
        result.calls += 1
        if (!isWhole) result.failed += 1
        result.tookMs.push(tookMs)
      }
      if (nowMs >= endsMs && !isOver) {
        isOver = true
        onMeasure?.('end')
      }
      return nowMs < endsMs
    })
    client.start()
    return client
  })
  await Promise.all(clients.map((client) => client.ended))
  result.seconds = measureMs / 1_000
  return result
}

class LoopClient {
  readonly #request: AddressedRequest
  readonly #socket: Socket
  readonly #onCall: (tookMs: number, isWhole: boolean) => boolean
  readonly #done = Promise.withResolvers<void>()
  #sentMs = 0
  #length = 0
  #bodyEnd = -1
  #tail = Buffer.alloc(0)
  #isOk = true

  constructor(target: LoadTarget, onCall: (tookMs: number, isWhole: boolean) => boolean) {
    this.#request = new AddressedRequest(target)
    this.#onCall = onCall
    this.#socket = connect(target.port, '127.0.0.1')
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('error', () => this.#done.resolve())
    this.#socket.on('close', () => this.#done.resolve())
  }

  get ended(): Promise<void> {
    return this.#done.promise
  }

  start(): void {
    this.#socket.once('connect', () => this.#send())
  }

  #send(): void {
    this.#sentMs = performance.now()
    this.#length = 0
    this.#bodyEnd = -1
    this.#tail = Buffer.alloc(0)
    this.#socket.write(this.#request.next())
  }

  #take(chunk: Buffer): void {
    if (this.#length === 0) {
      this.#isOk = chunk.subarray(9, 12).equals(Buffer.from('200'))
      const headEnd = chunk.indexOf(jsonEnd)
      const length = /content-length: (\d+)/i.exec(chunk.toString('latin1', 0, headEnd))?.[1]
      if (length !== undefined) this.#bodyEnd = headEnd + 4 + Number(length)
    }
    this.#length += chunk.length
    if (this.#bodyEnd >= 0) {
      if (this.#length >= this.#bodyEnd) this.#finish(this.#isOk)
      return
    }
    const tail = Buffer.concat([this.#tail, chunk.subarray(-32)]).subarray(-32)
    this.#tail = tail
    if (tail.subarray(-chunkedEnd.length).equals(chunkedEnd))
      this.#finish(this.#isOk && tail.includes('[DONE]'))
  }

  #finish(isWhole: boolean): void {
    if (this.#onCall(performance.now() - this.#sentMs, isWhole)) this.#send()
    else this.#socket.destroy()
  }
}
