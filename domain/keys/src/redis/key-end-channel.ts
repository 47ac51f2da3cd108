// The end of a key, and a change of a company's state, travel over Redis pub/sub, so that every gateway process hears of them
// in a moment. A message that is lost with its connection is not repeated: gateways do not depend on it.
import type { Clock, Timer } from '@gatehouse/runtime/clock'
import { isUuid } from '@gatehouse/runtime/ids'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Redis } from 'ioredis'
import type { AnnounceCompanyChange, AnnounceKeyEnd, SubscribeToKeyEnds } from '../key-ends.ts'

const endChannel = 'gatehouse:keys:ended'
const companyChannel = 'gatehouse:keys:company-changed'
// A subscriber sends nothing by itself, so it would not notice a connection whose other end is gone.
const beatEveryMs = 1_000

export type AnnounceDeps = { redis: Redis; logger: Logger }

export function createAnnounceKeyEnd({ redis, logger }: AnnounceDeps): AnnounceKeyEnd {
  return async (id) => {
    try {
      await redis.publish(endChannel, id)
      return true
    } catch (error) {
      logger.warn('the end of a key was not announced; gateways find out by themselves', { key: id, error })
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
      logger.warn('the change of a company was not announced; gateways read it within 5 s', {
        company_id: companyId,
        error,
      })
      return false
    }
  }
}

export type SubscribeDeps = {
  /** Any connection to the right Redis; a subscriber gets one of its own, because it can do nothing else with it. */
  redis: Redis
  clock: Clock
  logger: Logger
}

export function createSubscribeToKeyEnds(deps: SubscribeDeps): SubscribeToKeyEnds {
  return (onEnd, onCompanyChange) => new Subscription(deps, { onEnd, onCompanyChange })
}

type Listeners = { onEnd: (keyId: string) => void; onCompanyChange: (companyId: string) => void }

class Subscription {
  readonly #connection: Redis
  readonly #clock: Clock
  readonly #logger: Logger
  #isHeard = true
  #isClosed = false
  #timer: Timer | undefined

  constructor({ redis, clock, logger }: SubscribeDeps, { onEnd, onCompanyChange }: Listeners) {
    this.#clock = clock
    this.#logger = logger
    this.#connection = redis.duplicate({
      connectionName: `${redis.options.connectionName ?? 'gatehouse'}-keys`,
      // The client's own way of subscribing again leaves its failure to nobody, which would end the process.
      autoResubscribe: false,
    })
    this.#connection.on('error', () => this.#note(false))
    this.#connection.on('close', () => this.#note(false))
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
    if (this.#connection.status === 'ready') await (this.#isHeard ? this.#ping() : this.#subscribe())
    if (!this.#isClosed) this.#scheduleBeat()
  }

  async #ping(): Promise<void> {
    // The answer does not matter; without one the client gives the connection up and makes another.
    await this.#connection.ping().catch(() => this.#note(false))
  }

  async #subscribe(): Promise<void> {
    await this.#connection.subscribe(endChannel, companyChannel).then(
      () => this.#note(true),
      () => this.#note(false),
    )
  }

  #note(isHeard: boolean): void {
    if (this.#isClosed || this.#isHeard === isHeard) return
    this.#isHeard = isHeard
    if (isHeard) this.#logger.info('the ends of keys are heard again')
    else
      this.#logger.warn(
        'the ends of keys are not heard; until they are, keys are read again every few seconds',
      )
  }
}
