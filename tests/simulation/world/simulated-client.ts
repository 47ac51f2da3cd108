// The client of one call, as the gateway sees it: it reads at once, and may hang up at any moment.
import type { AnswerSink, Client, ClientListener } from '@gatehouse/gateway/call/client'
import type { Host } from '../engine/host.ts'
import type { World } from './world.ts'

export class SimulatedClient implements Client, AnswerSink {
  readonly #world: World
  readonly #host: Host
  readonly #callId: string
  #listener: ClientListener | undefined
  #status: number | undefined
  #isStream = false
  #tail = ''
  #isOver = false
  isGone = false

  constructor(world: World, host: Host, callId: string) {
    this.#world = world
    this.#host = host
    this.#callId = callId
  }

  /** Whether the call was admitted. */
  isOpen = false

  get isHeadSent(): boolean {
    return this.#status !== undefined
  }

  open(): Client {
    this.isOpen = true
    this.#world.audit.callStarted(this.#callId, this.#host)
    return this
  }

  sendDryRun(): never {
    throw new Error('no simulated client asks for a dry run')
  }

  replay({ callId }: { callId: string }): void {
    this.#world.clients.sawReplay(this.#callId, callId)
  }

  listen(listener: ClientListener): void {
    this.#listener = listener
  }

  hangUp(): void {
    if (this.isGone || this.#isOver) return
    this.#world.clients.see(this.#callId, 'gone')
    this.isGone = true
    this.#listener?.onGone()
  }

  sendHead(status: number, headers: Readonly<Record<string, string | number>>): void {
    this.#status = status
    this.#isStream = String(headers['content-type']).startsWith('text/event-stream')
  }

  write(bytes: Buffer): boolean {
    if (!this.isGone) this.#read(bytes)
    return true
  }

  async end(bytes: Buffer): Promise<void> {
    if (this.isGone) return
    this.#read(bytes)
    this.#isOver = true
    const isWhole = this.#isStream ? this.#tail.includes('data: [DONE]') : this.#status === 200
    // A whole answer without usage costs nothing, which the client learns from its headers.
    const isFree = !this.#isStream && isWhole && !this.#world.clients.hasUsage(this.#callId)
    this.#world.clients.see(this.#callId, isWhole && !isFree ? 'done' : 'error')
  }

  onDelivered(task: () => void): void {
    task()
  }

  ping(): boolean {
    return false
  }

  breakIfStuck(): void {}

  #read(bytes: Buffer): void {
    this.#tail = (this.#tail + String(bytes)).slice(-400)
  }
}
