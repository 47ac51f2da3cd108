// Tracks what each client saw and checks that it was charged accordingly: the product's promise, seen from outside.
import type { Host } from '../engine/coroutine.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import type { Ledger } from '../ledger/ledger.ts'

type ClientView =
  | 'waiting'
  /** The client saw [DONE]. */
  | 'done'
  /** The client was informed that the call failed and costs nothing. */
  | 'error'
  /** The call was not admitted: the company has no credits, or the ledger could not be reached. */
  | 'refused'
  /** The client hung up. */
  | 'gone'
  /** The connection broke because the process died. */
  | 'cut'

type Client = {
  readonly host: Host
  view: ClientView
  /** Price of the call, once the provider's usage has arrived. */
  costMicros: bigint | undefined
  /** The settlement was given up and its outcome is not known yet. */
  isOwing: boolean
  hasDiedOwing: boolean
}

export class ClientPromises {
  readonly #scheduler: Scheduler
  readonly #ledger: () => Ledger
  readonly #clients = new Map<string, Client>()

  constructor(scheduler: Scheduler, ledger: () => Ledger) {
    this.#scheduler = scheduler
    this.#ledger = ledger
  }

  arrive(callId: string, host: Host): void {
    this.#clients.set(callId, {
      host,
      view: 'waiting',
      costMicros: undefined,
      isOwing: false,
      hasDiedOwing: false,
    })
  }

  hostOf(callId: string): Host | undefined {
    return this.#clients.get(callId)?.host
  }

  isGone(callId: string): boolean {
    return this.#client(callId).view === 'gone'
  }

  hangUp(callId: string): void {
    const client = this.#client(callId)
    if (client.view !== 'waiting') return
    client.view = 'gone'
    this.#scheduler.record('client', `of ${callId} hangs up`)
  }

  gotUsage(callId: string, costMicros: bigint): void {
    this.#client(callId).costMicros = costMicros
  }

  setOwing(callId: string, isOwing: boolean): void {
    this.#client(callId).isOwing = isOwing
  }

  inform(callId: string, view: 'done' | 'error' | 'refused'): void {
    const client = this.#client(callId)
    if (client.view !== 'waiting') return
    client.view = view
    this.#scheduler.record('client', `of ${callId} sees ${view}`)
    if (view === 'done') this.#checkDone(callId, client)
  }

  processDied(host: Host): void {
    for (const client of this.#clients.values()) {
      if (client.host !== host) continue
      if (client.view === 'waiting') client.view = 'cut'
      if (client.isOwing) client.hasDiedOwing = true
    }
  }

  /** At the end of a simulation: every client was informed correctly. */
  checkAtRest(isGapExcused: (callId: string) => boolean): void {
    for (const [callId, client] of this.#clients) {
      const netMicros = this.#netMicros(callId)
      switch (client.view) {
        case 'done':
          this.#checkDone(callId, client)
          break
        case 'error':
          if (netMicros === 0n) break
          if (client.hasDiedOwing && isGapExcused(callId))
            this.#scheduler.countGap('give-back lost with its process')
          else
            this.#scheduler.violate(
              `${callId} was informed that there is no charge, but was charged ${netMicros}`,
            )
          break
        case 'refused':
          if (this.#ledger().callById.has(callId))
            this.#scheduler.violate(`${callId} was refused, but recorded`)
          break
        case 'gone':
        case 'cut':
          // Either nothing was charged or exactly the price. The price is correct if the usage had arrived: the call
          // then succeeded although its client was gone.
          if (netMicros !== 0n && netMicros !== client.costMicros) {
            this.#scheduler.violate(
              `${callId} (${client.view}) costs ${client.costMicros}, but was charged ${netMicros}`,
            )
          }
          break
        case 'waiting':
          this.#scheduler.violate(`the client of ${callId} waits forever`)
          break
      }
    }
  }

  #checkDone(callId: string, client: Client): void {
    const call = this.#ledger().callById.get(callId)
    if (call?.status === 'PARKED') return
    if (call?.status !== 'SUCCEEDED' || this.#netMicros(callId) !== client.costMicros) {
      const charged = call ? `${call.status} for ${this.#netMicros(callId)}` : 'not recorded'
      this.#scheduler.violate(`${callId} saw [DONE] and costs ${client.costMicros}, but is ${charged}`)
    }
  }

  /** Amount that a call was charged and not refunded. */
  #netMicros(callId: string): bigint {
    const { callById, transferByKey } = this.#ledger()
    const givenBack = transferByKey.get(`giveback:${callId}`)?.amountMicros ?? 0n
    return (callById.get(callId)?.chargedMicros ?? 0n) - givenBack
  }

  #client(callId: string): Client {
    const client = this.#clients.get(callId)
    if (!client) throw new Error(`unknown call ${callId}`)
    return client
  }
}
