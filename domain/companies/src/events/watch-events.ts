// Receives the events of the companies that are watched in this process. One connection serves all watchers, and it is
// open only while there are any.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { type Subscriber, openSubscriber } from '@gatehouse/redis/open-subscriber'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import type { CompanyEvent } from './company-event.ts'
import { channelOf, readMessage } from './event-channel.ts'
import { type EventPacer, createEventPacer } from './event-pacer.ts'

export type OnEvent = (event: CompanyEvent) => void

export type CompanyEventWatch = {
  /** Returns a function that stops watching. The first event is `READY`. */
  watch(companyId: string, onEvent: OnEvent): () => void
  close(): void
}

export type WatchDeps = {
  /** Any connection to the right Redis; subscriptions have a connection of their own. */
  redis: RedisClient
  clock: Clock
}

type Watched = { watchers: Set<OnEvent>; isSubscribed: boolean; pacer: EventPacer }

// A subscriber sends no commands on its own, so without a heartbeat it would not notice a dead connection.
const beatEveryMs = 1_000

export function createCompanyEventWatch(deps: WatchDeps): CompanyEventWatch {
  return new Watch(deps)
}

class Watch implements CompanyEventWatch {
  readonly #deps: WatchDeps
  readonly #watched = new Map<string, Watched>()
  #connection: Subscriber | undefined
  #timer: Timer | undefined

  constructor(deps: WatchDeps) {
    this.#deps = deps
  }

  watch(companyId: string, onEvent: OnEvent): () => void {
    const watched = this.#watched.get(companyId) ?? this.#add(companyId)
    watched.watchers.add(onEvent)
    if (watched.isSubscribed) onEvent(this.#ready())
    return () => {
      if (watched.watchers.delete(onEvent) && watched.watchers.size === 0) this.#remove(companyId, watched)
    }
  }

  close(): void {
    for (const { pacer } of this.#watched.values()) pacer.close()
    this.#watched.clear()
    this.#disconnect()
  }

  #add(companyId: string): Watched {
    const watchers = new Set<OnEvent>()
    const pacer = createEventPacer({
      clock: this.#deps.clock,
      emit: (_topic, event) => {
        for (const onEvent of watchers) onEvent(event)
      },
    })
    const watched = { watchers, isSubscribed: false, pacer }
    this.#watched.set(companyId, watched)
    if (this.#connection) void this.#subscribe(companyId, watched)
    else this.#connect()
    return watched
  }

  #remove(companyId: string, { pacer }: Watched): void {
    pacer.close()
    this.#watched.delete(companyId)
    if (this.#watched.size === 0) this.#disconnect()
    else void this.#connection?.unsubscribe(channelOf(companyId)).catch(() => undefined)
  }

  #connect(): void {
    const { redis } = this.#deps
    const connection = openSubscriber(redis, 'events')
    const markLost = () => {
      for (const watched of this.#watched.values()) watched.isSubscribed = false
    }
    connection.on('error', markLost)
    connection.on('close', markLost)
    connection.on('ready', () => this.#subscribeAll())
    connection.on('message', (channel: string, text: string) => {
      const received = readMessage(channel, text)
      if (received) this.#watched.get(received.companyId)?.pacer.add(received.event.topic, received.event)
    })
    this.#connection = connection
    this.#planBeat()
  }

  #disconnect(): void {
    this.#timer?.cancel()
    this.#connection?.disconnect()
    this.#connection = undefined
  }

  #planBeat(): void {
    this.#timer = this.#deps.clock.after(beatEveryMs, () => {
      if (this.#connection?.status === 'ready') {
        void this.#connection.ping().catch(() => undefined)
        this.#subscribeAll()
      }
      this.#planBeat()
    })
  }

  #subscribeAll(): void {
    for (const [companyId, watched] of this.#watched)
      if (!watched.isSubscribed) void this.#subscribe(companyId, watched)
  }

  async #subscribe(companyId: string, watched: Watched): Promise<void> {
    try {
      await this.#connection?.subscribe(channelOf(companyId))
    } catch {
      // The next beat tries again.
      return
    }
    if (watched.isSubscribed || this.#watched.get(companyId) !== watched) return
    watched.isSubscribed = true
    for (const onEvent of watched.watchers) onEvent(this.#ready())
  }

  #ready(): CompanyEvent {
    return { topic: 'READY', id: null, at: new Date(this.#deps.clock.wallMs()) }
  }
}
