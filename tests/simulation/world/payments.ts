// What happens to the credits of companies besides calls: packs are bought and refunded at the payment provider, and
// operators grant credits that expire.
import type { ProviderFact } from '@gatehouse/billing/provider-fact'
import type { SweptEventType } from '@gatehouse/billing/provider-event'
import type { Transfer } from '@gatehouse/credits/transfer'
import type { CompanyScripts } from '@gatehouse/limits/company-store'
import { PaymentWatch } from '../checks/payment-watch.ts'
import { epochMs } from '../engine/host.ts'
import type { Row } from '../rows/row.ts'
import { RowTransaction } from '../rows/row-store.ts'
import { BackendProcess } from './backend-process.ts'
import { type PaymentEvent, PaymentProvider, isSentToWebhook } from './payment-provider.ts'
import {
  type Purchase,
  chargeIdOf,
  createPurchase,
  priceMinor,
  toChargeFact,
  toCheckoutFact,
  toPurchaseRow,
} from './purchase.ts'
import type { World } from './world.ts'

type Grant = Extract<Transfer, { kind: 'grant' }>

const retryAfterMs = 10_000
const goodForMsMin = 3_000

export class Payments {
  readonly #world: World
  readonly #provider: PaymentProvider
  readonly #backends: readonly BackendProcess[]
  readonly #grants: Grant[] = []
  readonly watch: PaymentWatch
  #outstanding = 0

  constructor(world: World, scripts: CompanyScripts) {
    this.#world = world
    const provider = new PaymentProvider(world)
    this.#provider = provider
    this.watch = new PaymentWatch(world.scheduler, provider, () => world.postgres.tables)
    const hasWork = () => this.watch.unapplied > 0
    this.#backends = [1, 2].map(
      (number) => new BackendProcess({ world, scripts, provider, hasWork }, `backend-${number}`),
    )
  }

  /** Deliveries that are not acknowledged, events that are not applied, and what is planned at the provider. */
  get outstanding(): number {
    return this.#outstanding + this.watch.unapplied
  }

  /** The pack that a company starts with, bought before anything else happens. */
  buyFirstPack(companyId: string, grantedMicros: bigint): void {
    const purchase = this.#addPurchase(companyId, grantedMicros)
    purchase.isPaid = true
    const { id } = purchase
    this.#store(
      {
        companies: { id: companyId },
        credit_pack_purchases: {
          ...toPurchaseRow(purchase),
          provider_payment_intent_id: `pi ${id}`,
          status: 'COMPLETED',
        },
        paid_grants: {
          business_key: `pack:${id}`,
          company_id: companyId,
          purchase_id: id,
          granted_micros: grantedMicros,
        },
      },
      toGrant(purchase),
    )
  }

  /** Makes a random payment event happen at the provider. It is applied eventually. */
  happen(companyId: string, untilMs: number): void {
    const { random } = this.#world.scheduler
    const paid = [...this.#provider.purchases.values()].filter(
      (purchase) => purchase.companyId === companyId && purchase.isPaid,
    )
    const dice = random.below(10)
    if (dice < 4 && paid.length > 0) return this.#refund(random.pick(paid))
    if (dice < 7) return this.#buy(companyId)
    this.#grant(this.#planGrant(companyId, untilMs))
  }

  /** Checks that everything that happened is correctly in the ledger. */
  checkAtRest(): void {
    const { postgres, scheduler } = this.#world
    const { transfers } = postgres.tables.ledger
    for (const transfer of this.#grants) {
      const copies = transfers.filter(({ businessKey }) => businessKey.startsWith(transfer.businessKey))
      if (copies.length !== 1) scheduler.violate(`${transfer.businessKey} was granted ${copies.length} times`)
    }
    this.watch.checkAtRest()
  }

  #buy(companyId: string): void {
    const { random } = this.#world.scheduler
    const purchase = this.#addPurchase(companyId, BigInt(random.between(50, 5_000)))
    // Without its row, for example after a backup was restored, it is recreated from the provider's record.
    if (random.chance(0.85)) this.#store({ credit_pack_purchases: toPurchaseRow(purchase) })
    if (random.chance(0.75)) return this.#pay(purchase, 'checkout.session.completed')
    // The buyer has authorised a payment that may still fail.
    this.#report('checkout.session.completed', toCheckoutFact(purchase, 'processing'))
    this.#later(random.pick([300, 4_000, 15_000]), () =>
      random.chance(0.6)
        ? this.#pay(purchase, 'checkout.session.async_payment_succeeded')
        : this.#report('checkout.session.async_payment_failed', toCheckoutFact(purchase, 'failed')),
    )
  }

  #pay(purchase: Purchase, type: SweptEventType): void {
    purchase.isPaid = true
    this.#report(type, toCheckoutFact(purchase, 'paid'))
    // The provider may report the same fact again, under another id.
    if (this.#world.scheduler.random.chance(0.15))
      this.#report('checkout.session.completed', toCheckoutFact(purchase, 'paid'))
  }

  #refund(purchase: Purchase): void {
    const { random } = this.#world.scheduler
    const before = purchase.refundedMinor
    const wanted = random.chance(0.3) ? priceMinor : before + BigInt(random.between(1, 60))
    const refunded = wanted < priceMinor ? wanted : priceMinor
    if (refunded === before) return
    purchase.refundedMinor = refunded
    purchase.refundedMinorMax = refunded > purchase.refundedMinorMax ? refunded : purchase.refundedMinorMax
    this.#report('charge.refunded', toChargeFact(purchase, random.chance(0.5)))
    if (!random.chance(0.2)) return
    this.#later(random.pick([200, 3_000, 12_000]), () => this.#failRefund(purchase, refunded - before))
  }

  /** The bank could not return the money. */
  #failRefund(purchase: Purchase, amountMinor: bigint): void {
    purchase.refundedMinor -= amountMinor
    const chargeId = chargeIdOf(purchase)
    this.#report('charge.refund.updated', { kind: 'refund', refundId: 're', chargeId, hasFailed: true })
  }

  #report(type: SweptEventType, fact: ProviderFact): void {
    const { random } = this.#world.scheduler
    const event = this.#provider.report(type, fact)
    this.watch.happened(event)
    for (const backend of this.#backends) backend.work()
    // Some are never delivered: the sweep finds them.
    if (!isSentToWebhook(event) || random.chance(0.1)) return
    this.#send(event, random.pick([10, 500, 9_000]))
    // Duplicates, concurrent or much later.
    while (random.chance(0.3)) this.#send(event, random.pick([12, 700, 30_000, 60_000]))
  }

  /** Delivers the event until a backend has acknowledged it. */
  #send(event: PaymentEvent, delayMs: number): void {
    this.#untilAcknowledged(delayMs, (backend, acknowledge) =>
      backend.receive(event, () => {
        this.watch.acknowledged(event)
        acknowledge()
      }),
    )
  }

  #grant(transfer: Grant): void {
    const { random } = this.#world.scheduler
    this.#grants.push(transfer)
    const post = (delayMs: number) =>
      this.#untilAcknowledged(delayMs, (backend, acknowledge) =>
        backend.grant((nowMs) => lastingGrant(transfer, nowMs), acknowledge),
      )
    post(random.pick([10, 500, 9_000]))
    while (random.chance(0.3)) post(random.pick([12, 700, 30_000, 60_000]))
  }

  #untilAcknowledged(
    delayMs: number,
    attempt: (backend: BackendProcess, acknowledge: () => void) => void,
  ): void {
    const { scheduler } = this.#world
    this.#outstanding += 1
    let isAcknowledged = false
    const tryAgain = () => {
      if (isAcknowledged) return
      attempt(scheduler.random.pick(this.#backends), () => {
        if (!isAcknowledged) this.#outstanding -= 1
        isAcknowledged = true
      })
      scheduler.after(retryAfterMs, tryAgain)
    }
    scheduler.after(delayMs, tryAgain)
  }

  #later(delayMs: number, run: () => void): void {
    this.#outstanding += 1
    this.#world.scheduler.after(delayMs, () => {
      this.#outstanding -= 1
      run()
    })
  }

  #planGrant(companyId: string, untilMs: number): Grant {
    const { scheduler } = this.#world
    const { random } = scheduler
    const expiresAt = new Date(
      epochMs + random.between(Math.max(0, Math.floor(scheduler.nowMs) - 1_000), untilMs),
    )
    return {
      kind: 'grant',
      type: random.pick(['SUBSCRIPTION_GRANT', 'PROMO'] as const),
      owner: { id: companyId, kind: 'COMPANY' },
      businessKey: `sub:${companyId}:${this.#grants.length};`,
      amountMicros: BigInt(random.between(50, 3_000)),
      ...(random.chance(0.8) && { expiresAt }),
    }
  }

  #addPurchase(companyId: string, grantedMicros: bigint): Purchase {
    const { purchases } = this.#provider
    const purchase = createPurchase(purchases.size + 1, companyId, grantedMicros)
    purchases.set(purchase.id, purchase)
    return purchase
  }

  /** Without a message: by parts of the platform that are not simulated. */
  #store(rows: Readonly<Record<string, Row>>, ...transfers: readonly Transfer[]): void {
    this.#world.postgres.change((tables) => {
      const tx = new RowTransaction('checkout')
      for (const [table, row] of Object.entries(rows)) {
        const defaults = tables.rows.definition(table).defaults(new Date(tables.nowMs))
        tables.rows.write(tx, table, { ...defaults, ...row })
      }
      tx.transfers.push(...transfers)
      tables.commit(tx)
    })
  }
}

/** Credits that are granted late stay valid for a minimum time. */
function lastingGrant(transfer: Grant, nowMs: number): Grant {
  const { expiresAt } = transfer
  if (!expiresAt) return transfer
  return { ...transfer, expiresAt: new Date(Math.max(expiresAt.getTime(), nowMs + goodForMsMin)) }
}

function toGrant({ id, companyId, grantedMicros }: Purchase): Transfer {
  return {
    kind: 'grant',
    type: 'PACK_PURCHASE',
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `pack:${id}`,
    amountMicros: grantedMicros,
  }
}
