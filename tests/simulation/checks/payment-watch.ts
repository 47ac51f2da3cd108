// Checks after every commit what the ledger says about payments, with the provider's own knowledge of them: a payment is
// credited once, nothing is credited without a payment, refunds take back what they must, and an event that was
// acknowledged is in the inbox.
import type { Scheduler } from '../engine/scheduler.ts'
import type { Row } from '../rows/row.ts'
import type { Tables } from '../servers/tables.ts'
import type { PaymentEvent, PaymentProvider } from '../world/payment-provider.ts'
import { type Purchase, dueBackMicros } from '../world/purchase.ts'

type Unapplied = {
  readonly event: PaymentEvent
  /** The lowest refunded total of the charge since the event, because refunds may have failed meanwhile. */
  refundedMinorMin: bigint
}

export class PaymentWatch {
  readonly #scheduler: Scheduler
  readonly #provider: PaymentProvider
  readonly #tables: () => Tables
  readonly #acknowledged = new Set<string>()
  readonly #unapplied = new Map<string, Unapplied>()
  readonly #credited = new Set<string>()
  #seenTransfers = 0
  #seenVersion = 0

  constructor(scheduler: Scheduler, provider: PaymentProvider, tables: () => Tables) {
    this.#scheduler = scheduler
    this.#provider = provider
    this.#tables = tables
  }

  /** Number of events that the inbox has not applied. */
  get unapplied(): number {
    return this.#unapplied.size
  }

  happened(event: PaymentEvent): void {
    const { fact } = event
    this.#unapplied.set(event.id, {
      event,
      refundedMinorMin: fact.kind === 'charge' ? fact.refundedMinor : 0n,
    })
    if (fact.kind === 'refund') this.#lowerRefunds()
  }

  acknowledged(event: PaymentEvent): void {
    this.#acknowledged.add(event.id)
    this.#checkStored(event.id)
  }

  /** Must be called after every transaction. */
  inspect(): void {
    const { rows } = this.#tables()
    if (rows.version === this.#seenVersion) return
    this.#seenVersion = rows.version
    for (const id of this.#acknowledged) this.#checkStored(id)
    this.#readCredits()
    for (const grant of rows.committed('paid_grants').values()) this.#checkGrant(grant)
    for (const unapplied of this.#unapplied.values()) this.#checkApplied(unapplied)
  }

  checkAtRest(): void {
    this.inspect()
    for (const purchase of this.#provider.purchases.values()) {
      const { id, isPaid, refundedMinor } = purchase
      if (isPaid !== this.#credited.has(id))
        this.#violate(`pack ${id} was ${isPaid ? 'paid and not credited' : 'credited and not paid'}`)
      const [taken, due] = [this.#takenBack(id), dueBackMicros(purchase, refundedMinor)]
      if (taken !== due) this.#violate(`of pack ${id} ${taken} was taken back instead of ${due}`)
    }
  }

  #checkStored(id: string): void {
    if (!this.#event(id)) this.#violate(`${id} was acknowledged and is not in the inbox`)
  }

  #readCredits(): void {
    const { transfers } = this.#tables().ledger
    for (; this.#seenTransfers < transfers.length; this.#seenTransfers += 1) {
      const transfer = transfers[this.#seenTransfers]
      if (transfer?.type !== 'PACK_PURCHASE') continue
      const purchase = this.#provider.purchases.values().find(({ id }) => transfer.businessKey.includes(id))
      if (!purchase?.isPaid) this.#violate(`${transfer.businessKey} was credited without a payment`)
      else if (this.#credited.has(purchase.id)) this.#violate(`pack ${purchase.id} was credited twice`)
      else if (transfer.amountMicros !== purchase.grantedMicros)
        this.#violate(`${transfer.amountMicros} was credited for pack ${purchase.id}`)
      if (purchase) this.#credited.add(purchase.id)
    }
  }

  #checkGrant(grant: Row): void {
    const purchase = this.#provider.purchases.get(String(grant['purchase_id']))
    if (!purchase || !this.#credited.has(purchase.id))
      return this.#violate(`${String(grant['business_key'])} is recorded and not in the ledger`)
    const taken = this.#takenBack(purchase.id)
    if (taken !== grant['revoked_micros'])
      this.#violate(
        `${String(grant['revoked_micros'])} of pack ${purchase.id} is recorded as taken, not ${taken}`,
      )
    if (taken > dueBackMicros(purchase, purchase.refundedMinorMax))
      this.#violate(`${taken} of pack ${purchase.id} was taken back, which is more than was refunded`)
  }

  /** An event is recorded as applied together with its effects. */
  #checkApplied({ event, refundedMinorMin }: Unapplied): void {
    const status = this.#event(event.id)?.['status']
    if (status !== 'PROCESSED') return
    this.#unapplied.delete(event.id)
    const { fact } = event
    const purchase = this.#purchaseOf(fact)
    if (!purchase) return
    const isCredited = this.#credited.has(purchase.id)
    if (fact.kind === 'checkout' && fact.payment === 'paid' && !isCredited)
      this.#violate(`${event.id} is recorded as applied, and pack ${purchase.id} is not credited`)
    // A refund of a pack that is not credited yet is applied together with the credits.
    if (fact.kind !== 'charge' || !isCredited) return
    if (this.#takenBack(purchase.id) < dueBackMicros(purchase, refundedMinorMin))
      this.#violate(`${event.id} is recorded as applied, and its refund of pack ${purchase.id} is not`)
  }

  /** After a failed refund, an event that is applied may take back less than it reports. */
  #lowerRefunds(): void {
    for (const unapplied of this.#unapplied.values()) {
      const refundedMinor = this.#purchaseOf(unapplied.event.fact)?.refundedMinor ?? 0n
      if (refundedMinor < unapplied.refundedMinorMin) unapplied.refundedMinorMin = refundedMinor
    }
  }

  #purchaseOf(fact: PaymentEvent['fact']): Purchase | undefined {
    const { purchases } = this.#provider
    if (fact.kind === 'checkout') return purchases.get(fact.purchaseId ?? '')
    if (fact.kind !== 'charge') return undefined
    return purchases.values().find(({ id }) => fact.paymentIntentId === `pi ${id}`)
  }

  #event(id: string): Row | undefined {
    return this.#tables().rows.committed('provider_events').get(id)
  }

  #takenBack(purchaseId: string): bigint {
    let taken = 0n
    for (const { businessKey, amountMicros } of this.#tables().ledger.transfers)
      if (/^refund(-failed)?:/.test(businessKey) && businessKey.includes(`:${purchaseId}:`))
        taken -= amountMicros
    return taken
  }

  #violate(what: string): void {
    this.#scheduler.violate(what)
  }
}
