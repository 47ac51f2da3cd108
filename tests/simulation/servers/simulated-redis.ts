// A simulated Redis: the state of each company and the holds of its calls, changed by atomic scripts. It may be emptied
// at any time. The rules are those of domain/limits, admit.lua and update-company.lua, without the rates.
import type { AdmissionAudit } from '../checks/admission-audit.ts'
import { type Coroutine, type Host, type Server, request } from '../engine/coroutine.ts'
import type { Faults } from '../engine/faults.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import { findHoldViolations } from '../ledger/find-violations.ts'
import type { PlantedBug } from '../planted-bug.ts'
import type { AccountSnapshot } from './simulated-postgres.ts'

type StoredHold = {
  readonly callId: string
  readonly companyId: string
  estimateMicros: bigint
  deadlineAtMs: number
  /** The process was about to inform its client that there is no charge. */
  isGivenUp: boolean
}

/** A hold with the time that was left until its deadline when it was read. */
export type ReadHold = StoredHold & { remainingMs: number }

export type CallToAdmit = { id: string; companyId: string; estimateMicros: bigint; deadlineMs: number }

export type HoldReport = { callId: string; estimateMicros: bigint; remainingMs: number; isGivenUp: boolean }

export type KnownBalance = { balanceMicros: bigint; version: bigint }

export type CompanyUpdate = {
  companyId: string
  balance?: KnownBalance
  snapshot?: AccountSnapshot
  finished?: readonly string[]
  holds?: readonly HoldReport[]
}

export type StoreAnswer = 'admitted' | 'missing' | 'account' | 'holds'

type CompanyState = {
  balanceMicros: bigint
  version: bigint
  effectiveMicros: bigint
  goodUntilMs: number | undefined
  readonly holds: Map<string, StoredHold>
  /** Not in a real Redis: how stale its data is, for the audit of its decisions. */
  balanceAsOfMs: number
  endsAsOfMs: number
  endsLagMs: number
}

export type RedisDeps = {
  scheduler: Scheduler
  faults: Faults
  audit: AdmissionAudit
  bug: PlantedBug | undefined
}

// In production this is 20. Simulated companies make few calls, so a smaller value is needed for both kinds of
// admission to occur: with the cached snapshot, and after reading the account again.
const nearZeroEstimates = 1n
const snapshotAgeMsMax = 10_000
/** A hold whose deadline passed this long ago belongs to a dead process. */
export const deadAfterMs = 60_000
// Time, in addition to `deadAfterMs`, in which a dead hold must be reaped: two passes of the reaper, and a handover
// from a reaper that died to another process, which starts over.
const reapedWithinMs = 150_000

export class SimulatedRedis implements Server {
  readonly #deps: RedisDeps
  #companies = new Map<string, CompanyState>()
  #reaper: { name: string; untilMs: number } | undefined
  /** How far its clock is ahead of the real time. */
  #offsetMs = 0

  constructor(deps: RedisDeps) {
    this.#deps = deps
  }

  *ask<T>(what: string, script: (redis: SimulatedRedis) => T): Coroutine<T> {
    return yield* request<T>(this, what, () => script(this))
  }

  send(
    host: Host,
    { what, run }: { what: string; run: () => unknown },
    answer: (value: unknown) => void,
  ): void {
    const { scheduler, faults } = this.#deps
    // Requests of one process use one connection, so they never overtake each other.
    host.redisFreeAtMs = Math.max(host.redisFreeAtMs, scheduler.nowMs + faults.delayMs())
    scheduler.after(host.redisFreeAtMs - scheduler.nowMs, () => {
      scheduler.countStep()
      if (faults.strikes('flush')) this.flush()
      if (faults.strikes('redisClockJump')) this.#jump()
      const value = run()
      scheduler.record('redis', `${host.name} ${what}`)
      scheduler.after(faults.delayMs(), () => answer(value))
    })
  }

  nowMs(): number {
    return this.#deps.scheduler.nowMs + this.#offsetMs
  }

  /** Moves Redis's clock ahead. This must not end running calls. */
  #jump(): void {
    this.#offsetMs += 3_600_000
    this.#deps.scheduler.record('redis', 'its clock jumps ahead by an hour')
  }

  flush(): void {
    this.#deps.scheduler.record('redis', 'is emptied')
    this.#deps.audit.holdsForgotten(this.readAllHolds().map(({ callId }) => callId))
    this.#companies = new Map()
    this.#reaper = undefined
  }

  /**
   * `confirmedAtMs`: when Postgres confirmed, after the call had arrived, that the company has credits. The age of the
   * snapshot and a balance near zero are then ignored: the call is admitted if the balance minus the holds is above
   * zero.
   */
  admit(call: CallToAdmit, confirmedAtMs?: number): StoreAnswer {
    const { scheduler, audit, bug } = this.#deps
    const isConfirmed = confirmedAtMs !== undefined
    const company = this.#company(call.companyId)
    if (company.holds.has(call.id)) return 'admitted'
    if (company.goodUntilMs === undefined) return 'missing'
    if (!isConfirmed && this.nowMs() >= company.goodUntilMs) return 'account'
    const effective = bug === 'counts-no-holds' ? company.balanceMicros : company.effectiveMicros
    if (effective <= 0n) return 'holds'
    if (!isConfirmed && effective <= nearZeroEstimates * call.estimateMicros) return 'account'
    this.#addHold(company, {
      callId: call.id,
      companyId: call.companyId,
      estimateMicros: call.estimateMicros,
      deadlineAtMs: this.nowMs() + call.deadlineMs,
      isGivenUp: false,
    })
    // After a confirmation the process does not check again whether a lot has expired in the meantime.
    const unseenMs = isConfirmed ? scheduler.nowMs - confirmedAtMs : 0
    audit.callAdmitted(call, { ...company, endsLagMs: Math.max(company.endsLagMs, unseenMs) })
    return 'admitted'
  }

  update({ companyId, balance, snapshot, finished = [], holds = [] }: CompanyUpdate): void {
    const { scheduler, audit } = this.#deps
    const company = this.#company(companyId)
    const known = snapshot ?? balance
    if (
      known &&
      (this.#isNewer(company, known, snapshot !== undefined) || this.#deps.bug === 'takes-older-balances')
    ) {
      company.effectiveMicros += known.balanceMicros - company.balanceMicros
      company.balanceMicros = known.balanceMicros
      company.version = known.version
      company.balanceAsOfMs = snapshot?.readAtMs ?? audit.committedAtMs(companyId, known.version)
    }
    if (snapshot) {
      company.goodUntilMs = this.nowMs() + Math.min(snapshotAgeMsMax, snapshot.validForMs)
      company.endsAsOfMs = snapshot.readAtMs
      company.endsLagMs = scheduler.nowMs - snapshot.readAtMs
    }
    for (const callId of finished) this.#removeHold(company, callId)
    for (const callId of snapshot?.closedCallIds ?? []) this.#emptyHold(company, callId)
    for (const { callId, estimateMicros, remainingMs, isGivenUp } of holds) {
      const deadlineAtMs = this.nowMs() + remainingMs
      const known = company.holds.get(callId)
      if (known) {
        known.deadlineAtMs = Math.max(known.deadlineAtMs, deadlineAtMs)
        known.isGivenUp ||= isGivenUp
      } else {
        this.#addHold(company, { callId, companyId, estimateMicros, deadlineAtMs, isGivenUp })
        audit.holdRestored(callId)
      }
    }
    this.check(companyId, company)
  }

  readHolds(companyId: string): readonly ReadHold[] {
    const nowMs = this.nowMs()
    const holds: ReadHold[] = []
    for (const hold of this.#company(companyId).holds.values()) {
      holds.push({ ...hold, remainingMs: hold.deadlineAtMs - nowMs })
    }
    return holds
  }

  readAllHolds(): readonly ReadHold[] {
    return [...this.#companies.keys()].flatMap((companyId) => this.readHolds(companyId))
  }

  /** Returns true for only one process at a time. That process may renew its claim. */
  claimReaping(name: string, forMs: number): boolean {
    const nowMs = this.nowMs()
    if (this.#reaper && this.#reaper.untilMs > nowMs && this.#reaper.name !== name) return false
    this.#reaper = { name, untilMs: nowMs + forMs }
    return true
  }

  holdCount(): number {
    let count = 0
    for (const { holds } of this.#companies.values()) count += holds.size
    return count
  }

  checkAll(): void {
    for (const [companyId, company] of this.#companies) this.check(companyId, company)
  }

  check(companyId: string, company: CompanyState): void {
    const { scheduler, faults } = this.#deps
    // A recent fault may have delayed the reaper, so late holds are a violation only long after the last fault.
    const isLongHealthy = scheduler.nowMs - reapedWithinMs > faults.struckAtMs
    const latestDeadlineMs = isLongHealthy
      ? this.nowMs() - reapedWithinMs - deadAfterMs
      : Number.NEGATIVE_INFINITY
    const { balanceMicros, effectiveMicros, holds } = company
    const view = { companyId, balanceMicros, effectiveMicros, holds: holds.values() }
    for (const violation of findHoldViolations(view, latestDeadlineMs)) scheduler.violate(violation)
  }

  /**
   * A balance that was just read is accepted even at the same version, because credits may have expired without a new
   * version.
   */
  #isNewer({ version }: CompanyState, known: KnownBalance, isJustRead: boolean): boolean {
    return known.version > version || (known.version === version && isJustRead)
  }

  #addHold(company: CompanyState, hold: StoredHold): void {
    company.holds.set(hold.callId, hold)
    company.effectiveMicros -= hold.estimateMicros
  }

  #removeHold(company: CompanyState, callId: string): void {
    this.#emptyHold(company, callId)
    company.holds.delete(callId)
  }

  #emptyHold(company: CompanyState, callId: string): void {
    const hold = company.holds.get(callId)
    if (!hold) return
    company.effectiveMicros += hold.estimateMicros
    hold.estimateMicros = 0n
  }

  #company(companyId: string): CompanyState {
    let company = this.#companies.get(companyId)
    if (!company) {
      company = {
        balanceMicros: 0n,
        version: -1n,
        effectiveMicros: 0n,
        goodUntilMs: undefined,
        holds: new Map(),
        balanceAsOfMs: 0,
        endsAsOfMs: 0,
        endsLagMs: 0,
      }
      this.#companies.set(companyId, company)
    }
    return company
  }
}
