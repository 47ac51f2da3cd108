// Collects the answer of a call for a caller in this process, and returns it as a value once it is complete.
import { assert } from '@gatehouse/runtime/assert'
import { Fault } from '@gatehouse/runtime/fault'
import type { Caller } from './operation.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'
import type { AnswerSink, Client, ClientListener } from '../../call/client.ts'

type Read = {
  body: Readonly<Record<string, unknown>> | Buffer
  headers: Readonly<Record<string, string | number>>
}

export class CollectedAnswer implements Client, AnswerSink {
  readonly #signal: AbortSignal
  readonly #onDelivered: (task: () => void) => void
  #status: number | undefined
  #headers: Readonly<Record<string, string | number>> = {}
  readonly #chunks: Buffer[] = []
  readonly #over = new AbortController()

  constructor({ signal, onDelivered }: Pick<Caller, 'signal' | 'onDelivered'>) {
    this.#signal = signal
    this.#onDelivered = onDelivered
  }

  get isGone(): boolean {
    return this.#signal.aborted
  }

  get isHeadSent(): boolean {
    return this.#status !== undefined
  }

  open(): Client {
    return this
  }

  sendDryRun(): never {
    throw new Error('only HTTP requests support dry runs')
  }

  replay(): never {
    throw new Error('only HTTP requests have an Idempotency-Key')
  }

  listen(listener: ClientListener): void {
    this.#signal.addEventListener('abort', () => listener.onGone(), { once: true, signal: this.#over.signal })
  }

  sendHead(status: number, headers: Readonly<Record<string, string | number>>): void {
    this.#status = status
    this.#headers = headers
  }

  write(bytes: Buffer): boolean {
    this.#chunks.push(bytes)
    return true
  }

  async end(bytes: Buffer): Promise<void> {
    this.#chunks.push(bytes)
    // Removes the listener from the caller's signal, which may outlive the call.
    this.#over.abort()
  }

  onDelivered(task: () => void): void {
    this.#onDelivered(task)
  }

  // No pings are needed: there is no proxy between this answer and its reader.
  ping(): boolean {
    return false
  }

  breakIfStuck(): void {}

  /** Returns the complete answer, a large one as JSON. Throws if the provider refused the request or the caller has gone. */
  read(): Read {
    if (this.#status === undefined) throw callerGone()
    const [first, ...others] = this.#chunks
    const json = first && others.length === 0 ? first : Buffer.concat(this.#chunks)
    if (this.#status === 200 && json.length > largeBytes) return { body: json, headers: this.#headers }
    const body: unknown = JSON.parse(json.toString())
    assert(typeof body === 'object' && body !== null, 'an answer is an object')
    if (this.#status === 200) return { body: body as Read['body'], headers: this.#headers }
    throw providerRefusal(this.#status, body as Refusal)
  }
}

type Refusal = { error: { message: string; code: string | null; param: string | null } }

function providerRefusal(status: number, { error }: Refusal): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'gateway.provider_refused',
    publicMessage: error.message,
    context: { status, wireCode: error.code, param: error.param },
  })
}

function callerGone(): Fault {
  return new Fault({
    kind: 'invalid',
    code: 'gateway.caller_gone',
    publicMessage: 'The call was cancelled before it was answered.',
  })
}
