// The payment provider and the backend that receives its events. Events arrive late, twice, out of order and again much
// later; even so, each fact must be in the ledger exactly once.
import { refundShareMicros } from '@gatehouse/credits/credit'
import type { Transfer } from '@gatehouse/credits/transfer'
import { type CompanyScripts, openCompanyStore } from '@gatehouse/limits/company-store'
import { Host, epochMs } from '../engine/host.ts'
import type { Tables } from '../servers/tables.ts'
import type { World } from './world.ts'

type Purchase = { id: string; companyId: string; grantedMicros: bigint; paid: bigint }

type PaymentEvent =
  | { kind: 'paid'; purchase: Purchase }
  | { kind: 'refunded'; purchase: Purchase; refunded: bigint }
  | { kind: 'granted'; transfer: Grant }

type Grant = Extract<Transfer, { kind: 'grant' }>

const retryAfterMs = 10_000
const goodForMsMin = 3_000

export class Payments {
  readonly #world: World
  readonly #scripts: CompanyScripts
  readonly #purchases = new Map<Purchase, bigint>()
  readonly #grants: Grant[] = []
  #backend: Host
  #lives = 0
  #outstanding = 0

  constructor(world: World, scripts: CompanyScripts) {
    this.#world = world
    this.#scripts = scripts
    this.#backend = this.#startBackend()
  }

  /** Deliveries that are not acknowledged. */
  get outstanding(): number {
    return this.#outstanding
  }

  /** The pack that a company starts with, bought before anything else happens. */
  buyFirstPack(companyId: string, grantedMicros: bigint): void {
    const purchase = { id: `${companyId} first`, companyId, grantedMicros, paid: 105n }
    this.#purchases.set(purchase, 0n)
    this.#world.postgres.change((tables) => void tables.post(toGrant(purchase)))
  }

  /** Makes a random payment event happen at the provider. It is delivered eventually, at least once. */
  happen(companyId: string, untilMs: number): void {
    const { random } = this.#world.scheduler
    const bought = [...this.#purchases.keys()].filter((purchase) => purchase.companyId === companyId)
    const dice = random.below(10)
    if (dice < 4 && bought.length > 0) return this.#refund(random.pick(bought))
    if (dice < 7) return this.#buy(companyId)
    const transfer = this.#planGrant(companyId, untilMs)
    this.#grants.push(transfer)
    this.#announce({ kind: 'granted', transfer })
  }

  /** Checks that every fact was received and is correctly in the ledger. */
  checkAtRest(): void {
    const { postgres, scheduler } = this.#world
    const { transfers, transferByKey } = postgres.tables.ledger
    for (const transfer of this.#grants) {
      const copies = transfers.filter(({ businessKey }) => businessKey.startsWith(transfer.businessKey))
      if (copies.length !== 1) scheduler.violate(`${transfer.businessKey} was granted ${copies.length} times`)
    }
    for (const [{ id, paid, grantedMicros }, refunded] of this.#purchases) {
      if (transferByKey.get(`pack:${id}`)?.amountMicros !== grantedMicros)
        scheduler.violate(`pack ${id} was not granted`)
      let taken = 0n
      for (const { businessKey, amountMicros } of transfers) {
        if (businessKey.startsWith(`refund:${id}:`)) taken -= amountMicros
      }
      const due = refundShareMicros(grantedMicros, paid, refunded)
      if (taken !== due) scheduler.violate(`of pack ${id} ${taken} was taken back instead of ${due}`)
    }
  }

  #buy(companyId: string): void {
    const { random } = this.#world.scheduler
    const id = `${companyId} ${this.#purchases.size}`
    const purchase = { id, companyId, grantedMicros: BigInt(random.between(50, 5_000)), paid: 105n }
    this.#purchases.set(purchase, 0n)
    this.#announce({ kind: 'paid', purchase })
  }

  #refund(purchase: Purchase): void {
    const { random } = this.#world.scheduler
    const before = this.#purchases.get(purchase) ?? 0n
    const refunded = random.chance(0.3) ? purchase.paid : before + BigInt(random.between(1, 60))
    const cumulative = refunded < purchase.paid ? refunded : purchase.paid
    if (cumulative === before) return
    this.#purchases.set(purchase, cumulative)
    this.#announce({ kind: 'refunded', purchase, refunded: cumulative })
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

  #announce(event: PaymentEvent): void {
    const { scheduler } = this.#world
    const { random } = scheduler
    this.#deliver(event, random.pick([10, 500, 9_000]))
    // Duplicates, concurrent or much later.
    while (random.chance(0.3)) this.#deliver(event, random.pick([12, 700, 30_000, 60_000]))
  }

  /** Delivers the event until the backend has acknowledged it. */
  #deliver(event: PaymentEvent, delayMs: number): void {
    const { scheduler } = this.#world
    this.#outstanding += 1
    let isAcknowledged = false
    const attempt = () => {
      if (isAcknowledged) return
      const backend = this.#backend
      backend.deliver(
        () =>
          void this.#receive(backend, event, () => {
            if (!isAcknowledged) this.#outstanding -= 1
            isAcknowledged = true
          }),
      )
      scheduler.after(retryAfterMs, attempt)
    }
    scheduler.after(delayMs, attempt)
  }

  async #receive(backend: Host, event: PaymentEvent, acknowledge: () => void): Promise<void> {
    const { postgres, redis } = this.#world
    const companyId = event.kind === 'granted' ? event.transfer.owner.id : event.purchase.companyId
    const isApplied = await postgres
      .connect(backend)
      .transact(
        () => describe(event),
        (tables) => this.#apply(tables, event),
      )
      .catch(() => false)
    // The event was not stored, or its purchase is not known yet. It will be delivered again.
    if (!isApplied) return
    acknowledge()
    const { clock } = backend
    const store = openCompanyStore(
      { redis: redis.connect(backend), clock, processId: 'backend' },
      this.#scripts,
    )
    await store.forget(companyId).catch(() => undefined)
  }

  #apply(tables: Tables, event: PaymentEvent): boolean {
    switch (event.kind) {
      case 'paid':
        tables.post(toGrant(event.purchase))
        return true
      case 'refunded':
        return applyRefund(tables, event.purchase, event.refunded)
      case 'granted':
        tables.post(lastingGrant(event.transfer, tables.nowMs))
        return true
    }
  }

  #startBackend(): Host {
    const { scheduler, faults } = this.#world
    this.#lives += 1
    return new Host(`backend.${this.#lives}`, scheduler, (life) => {
      if (!faults.strikes('crash')) return
      life.isAlive = false
      scheduler.record(life.name, () => 'dies')
      scheduler.after(scheduler.random.pick([100, 3_000]), () => (this.#backend = this.#startBackend()))
    })
  }
}

/** Credits that are granted late stay valid for a minimum time. */
function lastingGrant(transfer: Grant, nowMs: number): Grant {
  const { expiresAt } = transfer
  if (!expiresAt) return transfer
  return { ...transfer, expiresAt: new Date(Math.max(expiresAt.getTime(), nowMs + goodForMsMin)) }
}

/** Removes the cumulative amount due minus the amount already removed; false while the purchase is unknown. */
function applyRefund(tables: Tables, { id, companyId, paid }: Purchase, refunded: bigint): boolean {
  const { ledger } = tables
  const grant = ledger.transferByKey.get(`pack:${id}`)
  if (!grant) return false
  let taken = 0n
  for (const { businessKey, amountMicros } of ledger.transfers)
    if (businessKey.startsWith(`refund:${id}:`)) taken -= amountMicros
  const amountMicros = refundShareMicros(grant.amountMicros, paid, refunded) - taken
  if (amountMicros <= 0n) return true
  tables.post({
    kind: 'removal',
    type: 'REFUND',
    owner: { id: companyId, kind: 'COMPANY' },
    businessKey: `refund:${id}:${refunded}`,
    amountMicros,
    firstFromLotOf: `pack:${id}`,
  })
  return true
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

function describe(event: PaymentEvent): string {
  if (event.kind === 'granted') return `grants ${event.transfer.amountMicros}, ${event.transfer.businessKey}`
  if (event.kind === 'paid') return `grants ${event.purchase.grantedMicros} of pack ${event.purchase.id}`
  return `refunds ${event.refunded} of 105 of pack ${event.purchase.id}`
}
