// Knows what no process knows: which calls are truly open, and what their companies truly have. From that it judges
// every admission, every refusal and every charge: overshoot is at most one call, and a refusal is always true.
import { isExpired } from '@gatehouse/credits/model/expire-lots'
import type { Ledger, LedgerTransfer } from '@gatehouse/credits/model/ledger'
import { spendableMicros } from '@gatehouse/credits/model/spendable-micros'
import type { KnownGap, Scheduler } from '../engine/scheduler.ts'

/** How old the knowledge is by which a call was admitted. */
export type Knowledge = {
  /** Which balance it was, and when it was true. */
  version: bigint
  balanceAsOfMs: number
  /** When the ends of lots were last looked at, and how long it took until they were known here. */
  endsAsOfMs: number
  endsLagMs: number
}

type OpenCall = { companyId: string; estimateMicros: bigint; isHoldKnown: boolean }

type Company = {
  /** Estimates of the open calls whose holds Redis has not forgotten. */
  heldMicros: bigint
  /** How far balance − held may be below zero: the last call admitted, and credits taken away since. */
  slackMicros: bigint
  /** And what calls were admitted against because Redis had forgotten it, or believed it again; see the gap. */
  forgottenMicros: bigint
  gap: KnownGap
  /** With the version of the account after each. */
  removals: { version: bigint; amountMicros: bigint }[]
  forgottenCharges: { version: bigint; amountMicros: bigint }[]
  /** Version of the account → when it was committed. */
  versions: Map<bigint, number>
}

// Longer than any message takes, and longer than Redis believes what it was told.
const staleAfterMs = 10_000

export class AdmissionAudit {
  readonly #scheduler: Scheduler
  readonly #ledger: () => Ledger
  readonly #open = new Map<string, OpenCall>()
  readonly #companies = new Map<string, Company>()
  readonly #started: string[] = []
  readonly #forgotten = new Set<string>()
  #emptiedAtMs = Number.NEGATIVE_INFINITY

  constructor(scheduler: Scheduler, ledger: () => Ledger) {
    this.#scheduler = scheduler
    this.#ledger = ledger
  }

  get startedCallIds(): readonly string[] {
    return this.#started
  }

  isOpenAndForgotten(callId: string): boolean {
    return this.#open.get(callId)?.isHoldKnown === false
  }

  /** Redis has forgotten its hold at least once. */
  wasForgotten(callId: string): boolean {
    return this.#forgotten.has(callId)
  }

  /** A hold was taken: from now on the call has started. */
  callAdmitted(
    { id, companyId, estimateMicros }: { id: string; companyId: string; estimateMicros: bigint },
    knowledge: Knowledge,
  ): void {
    const company = this.#company(companyId)
    const spendable = spendableMicros(this.#ledger(), companyId, this.#scheduler.nowMs)
    const unseen = this.#takenUnseen(companyId, knowledge)
    const free = spendable + unseen - company.heldMicros
    company.slackMicros = estimateMicros + unseen
    company.forgottenMicros = sumSince(company.forgottenCharges, knowledge.version)
    company.gap = 'overshoot after Redis was emptied'
    if (free <= 0n) this.#excuse(company, free, knowledge)
    if (free + company.forgottenMicros <= 0n) {
      this.#scheduler.violate(
        `${id} was admitted although ${companyId} has ${spendable} and holds of ${company.heldMicros}`,
      )
    }
    company.heldMicros += estimateMicros
    this.#open.set(id, { companyId, estimateMicros, isHoldKnown: true })
    this.#started.push(id)
  }

  #excuse(company: Company, free: bigint, { balanceAsOfMs, endsLagMs }: Knowledge): void {
    if (endsLagMs > staleAfterMs) {
      company.gap = 'overshoot by what a stalled process had read'
      company.forgottenMicros = 1n - free
    }
    // An emptied Redis cannot tell that what it is told was read before it was emptied, and is old by now.
    else if (balanceAsOfMs < this.#emptiedAtMs) company.forgottenMicros = 1n - free
    if (free + company.forgottenMicros > 0n) this.#scheduler.countGap(company.gap)
  }

  /** At the instant at which Postgres was read. */
  callRefused(callId: string, companyId: string, balanceMicros: bigint): void {
    let held = 0n
    for (const open of this.#open.values()) if (open.companyId === companyId) held += open.estimateMicros
    if (balanceMicros - held > 0n) {
      this.#scheduler.violate(
        `${callId} was refused although ${companyId} has ${balanceMicros} and holds of ${held}`,
      )
    }
  }

  callClosed(callId: string): void {
    const call = this.#open.get(callId)
    if (!call) return
    this.#open.delete(callId)
    const company = this.#company(call.companyId)
    if (call.isHoldKnown) company.heldMicros -= call.estimateMicros
    else {
      company.forgottenMicros += call.estimateMicros
      company.forgottenCharges.push({
        version: this.#versionOf(call.companyId),
        amountMicros: call.estimateMicros,
      })
    }
  }

  /** Redis was emptied: until the processes tell it again, nobody can count these. */
  holdsForgotten(callIds: readonly string[]): void {
    this.#emptiedAtMs = this.#scheduler.nowMs
    for (const callId of callIds) this.#forgotten.add(callId)
    for (const call of this.#open.values()) call.isHoldKnown = false
    for (const company of this.#companies.values()) company.heldMicros = 0n
  }

  holdTold(callId: string): void {
    const call = this.#open.get(callId)
    if (!call || call.isHoldKnown) return
    call.isHoldKnown = true
    const company = this.#company(call.companyId)
    company.heldMicros += call.estimateMicros
    company.forgottenMicros += call.estimateMicros
  }

  creditsMoved({ ownerId, amountMicros, type }: LedgerTransfer): void {
    if (amountMicros > 0n) return
    const company = this.#company(ownerId)
    company.slackMicros -= amountMicros
    if (type === 'EXPIRY') return
    company.removals.push({ version: this.#versionOf(ownerId), amountMicros: -amountMicros })
  }

  versionCommitted(companyId: string, version: bigint): void {
    this.#company(companyId).versions.set(version, this.#scheduler.nowMs)
  }

  committedAtMs(companyId: string, version: bigint): number {
    return this.#company(companyId).versions.get(version) ?? 0
  }

  checkOvershoot(companyId: string): void {
    const { heldMicros, slackMicros, forgottenMicros, gap } = this.#company(companyId)
    const overshoot = heldMicros - (this.#ledger().accounts.get(companyId)?.balanceMicros ?? 0n)
    if (overshoot <= slackMicros) return
    if (overshoot <= slackMicros + forgottenMicros) return this.#scheduler.countGap(gap)
    this.#scheduler.violate(
      `${companyId} overshoots by more than a call: held ${heldMicros}, over the balance by ${overshoot}, allowed ${slackMicros}`,
    )
  }

  /** Credits that went away too recently for whoever admitted the call to have heard of it. */
  #takenUnseen(companyId: string, knowledge: Knowledge): bigint {
    const { nowMs } = this.#scheduler
    const { balanceAsOfMs, endsAsOfMs, endsLagMs } = knowledge
    let taken = sumSince(this.#company(companyId).removals, knowledge.version)
    for (const lot of this.#ledger().accounts.get(companyId)?.lots ?? []) {
      if (!isExpired(lot, nowMs) || isExpired(lot, balanceAsOfMs)) continue
      const wasForeseen = lot.createdAtMs <= endsAsOfMs && !isExpired(lot, endsAsOfMs)
      if (!wasForeseen || !isExpired(lot, nowMs - endsLagMs)) taken += lot.grantedMicros
    }
    return taken
  }

  #versionOf(companyId: string): bigint {
    return this.#ledger().accounts.get(companyId)?.version ?? 0n
  }

  #company(companyId: string): Company {
    let company = this.#companies.get(companyId)
    if (!company) {
      company = {
        heldMicros: 0n,
        slackMicros: 0n,
        forgottenMicros: 0n,
        gap: 'overshoot after Redis was emptied',
        removals: [],
        forgottenCharges: [],
        versions: new Map(),
      }
      this.#companies.set(companyId, company)
    }
    return company
  }
}

function sumSince(amounts: readonly { version: bigint; amountMicros: bigint }[], since: bigint): bigint {
  let sum = 0n
  for (const { version, amountMicros } of amounts) if (version > since) sum += amountMicros
  return sum
}
