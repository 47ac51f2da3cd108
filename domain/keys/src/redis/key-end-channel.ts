// Publishes ends of keys and changes of companies over Redis pub/sub, so that every gateway process learns of them
// within milliseconds. A message that is lost with its connection is not repeated: gateways do not depend on it.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { isUuid } from '@gatehouse/runtime/ids'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type Subscriber, openSubscriber } from '@gatehouse/redis/open-subscriber'
import type { RedisClient } from '@gatehouse/redis/redis-client'
import type { AnnounceCompanyChange, AnnounceKeyEnd, SubscribeToKeyEnds } from '../key-ports.ts'

const endChannel = 'gatehouse:keys:ended'
const companyChannel = 'gatehouse:keys:company-changed'
// A subscriber sends nothing on its own, so without this it would not notice a dead connection.
const beatEveryMs = 1_000

export type AnnounceDeps = { redis: RedisClient; logger: Logger }

export function createAnnounceKeyEnd({ redis, logger }: AnnounceDeps): AnnounceKeyEnd {
  return async (id) => {
    try {
      await redis.publish(endChannel, id)
      return true
    } catch (error) {
      logger.warn('key end could not be announced; gateways notice it within 5 s', { key: id, error })
      return false
    }
  }
}

export function createAnnounceCompanyChange({ redis, logger }: AnnounceDeps): AnnounceCompanyChange {
  return async (companyId) => {
    try {
      await redis.publish(companyChannel, companyId)
      return true
    } catch (error) {
      logger.warn('company change could not be announced; gateways notice it within 5 s', {
        company_id: companyId,
        error,
      })
      return false
    }
  }
}

export type SubscribeDeps = {
  /** Any connection to the right Redis; subscriptions have a connection of their own. */
  redis: RedisClient
  clock: Clock
  logger: Logger
}

export function createSubscribeToKeyEnds(deps: SubscribeDeps): SubscribeToKeyEnds {
  return (onEnd, onCompanyChange) => new Subscription(deps, { onEnd, onCompanyChange })
}

type Listeners = { onEnd: (keyId: string) => void; onCompanyChange: (companyId: string) => void }

class Subscription {
  readonly #connection: Subscriber
  readonly #clock: Clock
  readonly #logger: Logger
  #isSubscribed = true
  #isClosed = false
  #timer: Timer | undefined

  constructor({ redis, clock, logger }: SubscribeDeps, { onEnd, onCompanyChange }: Listeners) {
    this.#clock = clock
    this.#logger = logger
    this.#connection = openSubscriber(redis, 'keys')
    this.#connection.on('error', () => this.#setSubscribed(false))
    this.#connection.on('close', () => this.#setSubscribed(false))
    this.#connection.on('ready', () => void this.#subscribe())
    this.#connection.on('message', (channel: string, text: string) => {
      if (isUuid(text)) (channel === companyChannel ? onCompanyChange : onEnd)(text)
    })
    this.#scheduleBeat()
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.cancel()
    this.#connection.disconnect()
  }

  #scheduleBeat(): void {
    this.#timer = this.#clock.after(beatEveryMs, () => void this.#beat())
  }

  async #beat(): Promise<void> {
    if (this.#connection.status === 'ready') await (this.#isSubscribed ? this.#ping() : this.#subscribe())
    if (!this.#isClosed) this.#scheduleBeat()
  }

  async #ping(): Promise<void> {
    // The reply does not matter; if none arrives, the client drops the connection and reconnects.
    await this.#connection.ping().catch(() => this.#setSubscribed(false))
  }

  async #subscribe(): Promise<void> {
    await this.#connection.subscribe(endChannel, companyChannel).then(
      () => this.#setSubscribed(true),
      () => this.#setSubscribed(false),
    )
  }

  #setSubscribed(isSubscribed: boolean): void {
    if (this.#isClosed || this.#isSubscribed === isSubscribed) return
    this.#isSubscribed = isSubscribed
    if (isSubscribed) this.#logger.info('key announcements are received again')
    else this.#logger.warn('key announcements are not received; changes of keys are still read every second')
  }
}
