// The payment provider: it knows what was paid and refunded, and reports it by events, which arrive late, twice, out of
// order, again much later, or never: then only the list of events has them.
import type { InboxDeps } from '@gatehouse/billing/billing-deps'
import {
  type ProviderEvent,
  registeredEventTypes,
  type SweptEventType,
} from '@gatehouse/billing/provider-event'
import type { ChargeFact, ProviderFact } from '@gatehouse/billing/provider-fact'
import { type Host, epochMs } from '../engine/host.ts'
import { type Purchase, chargeIdOf, toChargeFact } from './purchase.ts'
import type { World } from './world.ts'

export type PaymentEvent = ProviderEvent & { readonly fact: ProviderFact }

export type PaymentApi = Pick<InboxDeps['provider'], 'listEvents' | 'readCharge'>
type EventPage = Parameters<PaymentApi['listEvents']>[0]

export const apiVersion = 'simulated'

const pageSize = 3
const answerMsMax = 2_000

export class PaymentProvider {
  readonly #world: Pick<World, 'scheduler' | 'faults'>
  readonly #events = new Map<string, PaymentEvent>()
  readonly purchases = new Map<string, Purchase>()

  constructor(world: Pick<World, 'scheduler' | 'faults'>) {
    this.#world = world
  }

  find(id: string): PaymentEvent {
    const event = this.#events.get(id)
    if (!event) throw new Error(`there is no event ${id}`)
    return event
  }

  /** Adds an event to the list. */
  report(type: SweptEventType, fact: ProviderFact): PaymentEvent {
    const { scheduler } = this.#world
    const id = `evt-${this.#events.size + 1}`
    const event = {
      id,
      type,
      createdAt: new Date(Math.floor((epochMs + scheduler.nowMs) / 1_000) * 1_000),
      apiVersion,
      isLive: false,
      objectId: null,
      customerId: null,
      payload: { id },
      shapeProblem: null,
      fact,
    }
    this.#events.set(id, event)
    scheduler.record('payment provider', () => `${id} ${type}`)
    return event
  }

  /** One page of events, newest first. */
  listEvents({ createdFrom, afterId }: EventPage): { events: readonly PaymentEvent[]; hasMore: boolean } {
    const newestFirst = [...this.#events.values()].toReversed()
    const from = newestFirst.findIndex(({ id }) => id === afterId) + 1
    const listed = newestFirst.slice(from).filter(({ createdAt }) => createdAt >= createdFrom)
    return { events: listed.slice(0, pageSize), hasMore: listed.length > pageSize }
  }

  readCharge(chargeId: string): ChargeFact {
    const purchase = this.purchases.values().find((one) => chargeIdOf(one) === chargeId)
    if (!purchase) throw new Error(`there is no charge ${chargeId}`)
    return toChargeFact(purchase, true)
  }

  /** The provider's API, as far as the inbox uses it. */
  connect(host: Host): PaymentApi {
    return {
      listEvents: (page) => this.#answer(host, () => this.listEvents(page)),
      readCharge: (chargeId) => this.#answer(host, () => this.readCharge(chargeId)),
    }
  }

  #answer<T>(host: Host, answer: () => T): Promise<T> {
    const { scheduler, faults } = this.#world
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    if (faults.strikes('lostMessage')) {
      scheduler.after(answerMsMax, () =>
        host.deliver(() => reject(new Error('the provider did not respond'))),
      )
      return promise
    }
    scheduler.after(faults.delayMs(), () => {
      const answered = answer()
      scheduler.after(faults.delayMs(), () => host.deliver(() => resolve(answered)))
    })
    return promise
  }
}

/** The webhook receives only some types; the others are found in the list. */
export function isSentToWebhook({ type }: ProviderEvent): boolean {
  return (registeredEventTypes as readonly string[]).includes(type)
}
