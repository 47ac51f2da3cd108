// Checks every admission, every refusal and every charge with knowledge that no single process has: which calls are
// really open, and which credits their companies really have. Overshoot is at most one call, and a refusal is always
// justified.
import type { KnownGap, Scheduler } from '../engine/scheduler.ts'
import type { Ledger, LedgerTransfer } from '../ledger/ledger.ts'
import { isExpired, spendableMicros } from '../ledger/lots.ts'

/** How old the data was on which an admission was based. */
export type Knowledge = {
  /** Version of the balance, and when it was current. */
  version: bigint
  balanceAsOfMs: number
  /** When lot expiries were last read, and how long the result took to arrive. */
  endsAsOfMs: number
  endsLagMs: number
}

type OpenCall = { companyId: string; estimateMicros: bigint; isHoldKnown: boolean }

type Company = {
  /** Sum of the estimates of open calls whose holds Redis has not lost. */
  heldMicros: bigint
  /**
   * How far the balance minus the holds may fall below zero: by the last admitted call, and by credits of whose removal
   * its process did not know yet.
   */
  slackMicros: bigint
  /** Additional overshoot from admissions made while Redis had lost holds, or held stale data; see `gap`. */
  forgottenMicros: bigint
  gap: KnownGap
  /** Amounts removed from the account, each with the account's version after the removal. */
  removals: { version: bigint; amountMicros: bigint }[]
  forgottenCharges: { version: bigint; amountMicros: bigint }[]
  /** Account version → when it was committed. */
  versions: Map<bigint, number>
}

// Longer than any message takes, and longer than Redis trusts a snapshot.
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

  /** Whether Redis has lost the call's hold at least once. */
  wasForgotten(callId: string): boolean {
    return this.#forgotten.has(callId)
  }

  /** Records that a hold was taken: the call has started. */
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
    // An emptied Redis cannot recognise that an incoming balance is stale because it was read before Redis was emptied.
    else if (balanceAsOfMs < this.#emptiedAtMs) company.forgottenMicros = 1n - free
    if (free + company.forgottenMicros > 0n) this.#scheduler.countGap(company.gap)
  }

  /** Must be called at the simulated instant at which Postgres was read. */
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

  /** Redis was emptied. Holds do not count until the processes report them again. */
  holdsForgotten(callIds: readonly string[]): void {
    this.#emptiedAtMs = this.#scheduler.nowMs
    for (const callId of callIds) this.#forgotten.add(callId)
    for (const call of this.#open.values()) call.isHoldKnown = false
    for (const company of this.#companies.values()) company.heldMicros = 0n
  }

  holdRestored(callId: string): void {
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
      `${companyId} overshoots by more than one call: held ${heldMicros}, over the balance by ${overshoot}, allowed ${slackMicros}`,
    )
  }

  /** Sum of credits that were removed or expired too recently for the admitting process to know. */
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
