// Checks every admission, every refusal and every hold with knowledge that no single process has: which calls are really
// open, which of their holds the deciding store has, and which credits their companies really have.
import type { CallToAdmit } from '@gatehouse/limits/admission'
import { type Host, epochMs } from '../engine/host.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import type { Ledger, LedgerCall, LedgerTransfer } from '../ledger/ledger.ts'
import { isExpired, spendableMicros } from '../ledger/lots.ts'
import type { RedisData } from '../redis/redis-data.ts'
import { type BudgetName, type HoldRows, isSameBudget, monthSpent } from '../servers/hold-rows.ts'
import { parseLeases } from '../redis/leases.ts'
import { type AuditedCall, AuditedCalls, leasedMicros, sumOpen } from './audited-calls.ts'

/** What the claim states as an exception; counted, so that it stays visible. */
export type StatedException =
  /** Redis had lost the holds of other calls, or had not received them, within the last seconds. */
  | 'admitted while Redis missed holds'
  /** Redis was reached again, and admitted the others, while Postgres was asked; or their process stood still when it lost them. */
  | 'admitted while Postgres missed holds'
  /**
   * Its hold was lost with a store and its process died before it sent the hold again, or its process had admitted it from
   * a lease and died before it reported it; nothing is charged.
   */
  | 'call not recorded'
  /** Its process died, or did not run, before the delivery was recorded. */
  | 'delivered and returned'
  /** A server or the process failed while a retry was given the stored answer, which the next retry gets. */
  | 'answer kept for a retry'

// Redis trusts a snapshot for ten seconds; a second passes on the way.
const balanceAgeMsMax = 12_000
// It trusts the sum of a budget for thirty seconds.
const spentAgeMsMax = 33_000
// From a read of Postgres until the decision that relies on it.
const decisionMsMax = 3_000
// Within this time after a lost message or lost data, every running process has sent its holds again.
const restoredAfterMs = 6_000
// A process that has Redis looks every second whether one has not.
const sharedAfterMs = 3_000
// A process reports what it has admitted from a lease after 5 ms; a message that is lost is sent again after 250 ms, and
// then with the heartbeats.
const reportedAfterMs = 3_000

type Company = {
  /** Amounts removed from the balance; `isAnnounced` if Redis had the hold of the call that was charged. */
  removals: { version: bigint; atMs: number; amountMicros: bigint; isAnnounced: boolean }[]
  /** When the company last had no credits beyond its holds. */
  brokeAtMs: number
  isBroke: boolean
  /** The sum of its leases after the last script. */
  leasedMicros: bigint
}

export class AdmissionAudit {
  readonly #scheduler: Scheduler
  readonly #ledger: () => Ledger
  readonly calls: AuditedCalls
  readonly exceptions = new Map<StatedException, number>()
  readonly #companies = new Map<string, Company>()
  readonly #asked = new Map<string, AskedCall>()
  #redisLostAtMs = Number.NEGATIVE_INFINITY
  #redisEmptiedAtMs = Number.NEGATIVE_INFINITY
  #leasesLostAtMs = Number.NEGATIVE_INFINITY
  #tableLostAtMs = Number.NEGATIVE_INFINITY
  #tableUsedSinceMs = Number.POSITIVE_INFINITY

  constructor(scheduler: Scheduler, ledger: () => Ledger) {
    this.#scheduler = scheduler
    this.#ledger = ledger
    this.calls = new AuditedCalls(scheduler)
  }

  except(exception: StatedException): void {
    this.exceptions.set(exception, (this.exceptions.get(exception) ?? 0) + 1)
    this.#scheduler.record('audit', () => `stated exception: ${exception}`)
  }

  redisClockJumped(): void {
    this.#leasesLostAtMs = this.#scheduler.nowMs
  }

  redisEmptied(): void {
    this.#redisEmptiedAtMs = this.#scheduler.nowMs
    this.#redisLostAtMs = this.#scheduler.nowMs
    this.#leasesLostAtMs = this.#scheduler.nowMs
    this.calls.lose('redis')
  }

  redisUnreachableUntil(atMs: number): void {
    this.#redisLostAtMs = Math.max(this.#redisLostAtMs, atMs)
  }

  tableEmptied(): void {
    this.#tableLostAtMs = this.#scheduler.nowMs
    this.calls.lose('table')
  }

  /** Must be called when a process begins to decide about the call. */
  callAsked({ callId, estimateMicros, budgets }: CallToAdmit): void {
    this.#asked.set(callId, { estimateMicros, budgets, atMs: this.#scheduler.nowMs })
  }

  /** Must be called when a process has admitted a call. If no store has its hold, it was admitted from a lease. */
  callAdmitted(call: CallToAdmit, host: Host, data: RedisData): void {
    const known = this.calls.get(call.callId)
    if (known?.isInRedis || known?.isInTable) return
    // A store had its hold, and lost it before the process had the answer.
    if (known && Number.isFinite(known.lostAtMs)) return
    this.calls.lease(call, host)
    this.#checkCovered(call.companyId, data.hash(`gatehouse:limits:{${call.companyId}}:account`))
  }

  /** A lease covers all calls that were admitted from it and are not reported, at every moment. */
  #checkCovered(companyId: string, account?: ReadonlyMap<string, string>): void {
    const unreported = this.calls.openOf(companyId).filter(({ isLeased }) => isLeased)
    const leases = parseLeases(account?.get('leases'))
    for (const { host, keyId } of unreported) {
      if (!host?.isAlive) continue
      const lease = leases.find((one) => one.process === host.name && one.keyId === keyId)
      const taken = sumOpen(unreported.filter((call) => call.host === host && call.keyId === keyId))
      if (taken <= BigInt(lease?.micros ?? 0)) continue
      // Redis drops the leases of a process that stands still; and all of them if its clock jumps ahead.
      const troubleAtMs = Math.max(this.#leasesLostAtMs, host.stalledUntilMs)
      if (this.#scheduler.nowMs - troubleAtMs > restoredAfterMs)
        this.#scheduler.violate(
          `${companyId} has a lease of ${lease?.micros ?? 0}, from which calls of ${taken} were admitted and not reported`,
        )
      this.except('admitted while Redis missed holds')
    }
  }

  /** A process never believes to have more left than Redis has booked for it. */
  #checkReport(values: readonly string[], account?: ReadonlyMap<string, string>): void {
    const [process = '', keyId = '', , , , left = '0'] = values
    const lease = parseLeases(account?.get('leases')).find(
      (one) => one.process === process && one.keyId === keyId,
    )
    const isExcused = this.#scheduler.nowMs - this.#leasesLostAtMs <= restoredAfterMs
    // Redis has dropped a lease that it does not have.
    if (lease && !isExcused && BigInt(left) > BigInt(lease.micros))
      this.#scheduler.violate(`${process} says that it has ${left} left of a lease of ${lease.micros}`)
  }

  callStarted(callId: string, host: Host): void {
    this.calls.start(callId, host)
    const call = this.calls.get(callId)
    if (!call) return
    const { estimateMicros } = this.#asked.get(callId) ?? call
    if (call.estimateMicros !== estimateMicros)
      this.#scheduler.violate(`the hold of ${callId} is ${call.estimateMicros} instead of ${estimateMicros}`)
    if (!call.isInTable || call.isInRedis) return
    this.#checkCopied(call, host)
    this.#checkShared(call, host)
  }

  /** Processes that have Redis write their holds to Postgres, too, while one decides there that has not. */
  #checkShared({ callId, companyId, tableAtMs }: AuditedCall, host: Host): void {
    const sinceMs = Math.max(this.#tableUsedSinceMs, this.#tableLostAtMs)
    if (tableAtMs - sinceMs < sharedAfterMs || this.#tableLostAtMs > tableAtMs) return
    for (const other of this.calls.openOf(companyId)) {
      if (!other.host?.isAlive || other.host === host || other.isInTable || !other.isStarted) continue
      const { postgresTroubleAtMs, redisTroubleAtMs, stalledUntilMs } = other.host
      const troubleAtMs = Math.max(postgresTroubleAtMs.at(-1) ?? 0, redisTroubleAtMs, stalledUntilMs)
      if (tableAtMs - other.startedAtMs > sharedAfterMs && tableAtMs - troubleAtMs > restoredAfterMs)
        this.#scheduler.violate(
          `${callId} was admitted without Redis while Postgres did not have the hold of ${other.callId}, which has Redis`,
        )
    }
  }

  /** Postgres decides by the holds that it has, so a process copies its own there before it asks. */
  #checkCopied({ callId, companyId, tableAtMs }: AuditedCall, host: Host): void {
    if (tableAtMs - this.#tableLostAtMs < restoredAfterMs) return
    for (const other of this.calls.openOf(companyId)) {
      const isEarlier = other.isStarted && other.host === host && other.startedAtMs < tableAtMs
      if (!isEarlier || other.isInTable) continue
      // Redis was reached again, and admitted the other call or granted its lease, while Postgres was asked about this one.
      const isSinceAsked =
        (other.isInRedis || other.isLeased) &&
        other.startedAtMs >= (this.#asked.get(callId)?.atMs ?? Infinity)
      // Postgres lost the hold while the process stood still.
      const isLost = Number.isFinite(other.lostAtMs) && tableAtMs - host.stalledUntilMs <= restoredAfterMs
      if (!isLost && (!isSinceAsked || tableAtMs - host.redisTroubleAtMs > restoredAfterMs))
        this.#scheduler.violate(
          `${callId} was admitted while Postgres did not have the hold of ${other.callId}`,
        )
      this.except('admitted while Postgres missed holds')
    }
  }

  /** Must be called before a script of the company's account runs; the result must be called after it. */
  beforeScript(
    keys: readonly string[],
    values: readonly string[],
    data: RedisData,
  ): (answer: unknown[]) => void {
    const [, companyId = ''] = /\{(.*)\}/.exec(keys[0] ?? '') ?? []
    if (values.length === 20) this.#checkReport(values, data.hash(keys[0] ?? ''))
    const isAdmission = values.length === 16 && values[10] === 'admit'
    const wasHeld = isAdmission && this.calls.get(values[0] ?? '')?.isInRedis === true
    return (answer) => {
      const account = data.hash(keys[0] ?? '') ?? new Map<string, string>()
      const isAdmitted = isAdmission && answer[0] === 'admitted' && !wasHeld
      if (isAdmitted) this.#checkAdmission(companyId, values, account)
      this.#checkLeases(companyId, account)
      this.calls.observeAccount(companyId, account)
      this.#checkCovered(companyId, account)
      this.#updateBroke(companyId)
    }
  }

  observeTable({ rows, usedSinceMs }: Pick<HoldRows, 'rows' | 'usedSinceMs'>): void {
    this.#tableUsedSinceMs = usedSinceMs - epochMs
    for (const companyId of this.calls.observeTable(rows)) this.#updateBroke(companyId)
  }

  creditsMoved({ ownerId, amountMicros, type }: LedgerTransfer): void {
    if (amountMicros < 0n && type !== 'EXPIRY') this.#addRemoval(ownerId, -amountMicros, false)
    this.#updateBroke(ownerId)
  }

  callRecorded({ id, companyId, chargedMicros, reason }: LedgerCall): void {
    const call = this.calls.get(id)
    // A running process has extended its holds, so none of its calls may be presumed dead.
    const { nowMs } = this.#scheduler
    if (
      reason === 'process_died' &&
      call?.host?.isAlive &&
      nowMs - call.host.stalledUntilMs > restoredAfterMs
    )
      this.#scheduler.violate(`${id} was closed as that of a dead process, which runs`)
    // A charge that replaces a hold in Redis is expected there; another one is news.
    if (chargedMicros > 0n) this.#addRemoval(companyId, chargedMicros, call?.isInRedis === true)
    this.calls.record(id)
    this.#updateBroke(companyId)
  }

  /** A refusal for credits is justified if the company had none beyond its holds at some time since the call arrived. */
  refusedForCredits(callId: string, companyId: string, arrivedAtMs: number): void {
    this.#updateBroke(companyId)
    const { isBroke, brokeAtMs } = this.#company(companyId)
    if (!isBroke && brokeAtMs < arrivedAtMs)
      this.#scheduler.violate(`${callId} was refused although ${companyId} has credits beyond its holds`)
  }

  /** A refusal by a budget is justified if charges and all calls since the arrival could have reached its limit. */
  refusedByBudget(call: AuditedBudget, { limit, name, arrivedAtMs }: BudgetRefusal): void {
    const atMs = epochMs + this.#scheduler.nowMs
    let used = monthSpent(this.#ledger(), call, { name, atMs })
    for (const other of this.calls.since(arrivedAtMs))
      if (isSameBudget(call, other, name)) used += other.estimateMicros
    if (used < limit)
      this.#scheduler.violate(`${call.callId} was refused although ${used} of the budget of ${limit} is used`)
  }

  /** The process died before it sent the hold, or before it sent a hold again that a store had lost. */
  isLossStated({ host, lostAtMs, isInRedis, isInTable, isLeased, startedAtMs }: AuditedCall): boolean {
    if (isInRedis || isInTable || !host || host.isAlive) return false
    // A process that stands still sends nothing.
    const troubleAtMs = Math.max(host.redisTroubleAtMs, host.stalledUntilMs)
    if (isLeased) return host.diedAtMs - Math.max(startedAtMs, troubleAtMs) <= reportedAfterMs
    return Number.isFinite(lostAtMs) && host.diedAtMs - Math.max(lostAtMs, troubleAtMs) <= restoredAfterMs
  }

  #checkAdmission(companyId: string, values: readonly string[], account: ReadonlyMap<string, string>): void {
    const [callId = '', estimate = '0', , , label = ''] = values
    const [keyId = '', , alias = ''] = label.split(' ')
    const call = { callId, companyId, keyId, alias, estimateMicros: BigInt(estimate) }
    const open = this.calls.openOf(companyId).filter((other) => other.callId !== callId)
    const visible = open.filter(({ isInRedis }) => isInRedis)
    this.#checkVisible(callId, open)
    const spendable = this.#spendable(companyId)
    const unseen = this.#unseen(companyId, BigInt(account.get('version') ?? 0))
    const held = sumOpen(visible) + leasedMicros(account)
    if (spendable + unseen - held <= 0n) {
      this.#scheduler.violate(
        `${callId} was admitted although ${companyId} has ${spendable}, holds and leases of ${held}, and ${unseen} taken recently`,
      )
    }
    this.#checkBudgets(call, visible)
  }

  /** A lease is granted only if leases and holds together do not exceed what the company has. */
  #checkLeases(companyId: string, account: ReadonlyMap<string, string>): void {
    const leased = leasedMicros(account)
    const company = this.#company(companyId)
    const isGranted = leased > company.leasedMicros
    company.leasedMicros = leased
    if (!isGranted) return
    const visible = this.calls.openOf(companyId).filter(({ isInRedis }) => isInRedis)
    const spendable = this.#spendable(companyId)
    const unseen = this.#unseen(companyId, BigInt(account.get('version') ?? 0))
    const held = sumOpen(visible)
    if (spendable + unseen - held - leased < 0n)
      this.#scheduler.violate(
        `${companyId} has leases of ${leased} although it has ${spendable}, holds of ${held}, and ${unseen} taken recently`,
      )
  }

  #checkBudgets(call: AuditedBudget, visible: readonly AuditedCall[]): void {
    const { budgets } = this.#asked.get(call.callId) ?? {}
    if (!budgets) return
    const atMs = epochMs + this.#scheduler.nowMs
    const recent = this.#sumSince(call.companyId, {
      sinceMs: this.#scheduler.nowMs - spentAgeMsMax,
      version: -1n,
    })
    for (const name of ['company', 'key', 'alias'] as const) {
      const limit = budgets[name]
      if (limit === undefined) continue
      const spent = monthSpent(this.#ledger(), call, { name, atMs })
      const held = sumOpen(visible.filter((other) => isSameBudget(call, other, name)))
      if (spent - recent + held >= limit)
        this.#scheduler.violate(
          `${call.callId} was admitted although ${spent} is spent and ${held} held of the ${name} budget of ${limit}`,
        )
    }
  }

  /** Redis has the holds of all running calls, unless it lost them or a message a moment ago. */
  #checkVisible(callId: string, open: readonly AuditedCall[]): void {
    // A lease counts as used, so a call that was admitted from it needs no hold yet.
    const unknown = open.filter(({ isInRedis, isStarted, isLeased }) => isStarted && !isInRedis && !isLeased)
    if (unknown.length === 0) return
    const { nowMs } = this.#scheduler
    for (const { callId: other, host, startedAtMs } of unknown) {
      const troubleAtMs = Math.max(
        this.#redisLostAtMs,
        host?.redisTroubleAtMs ?? 0,
        host?.stalledUntilMs ?? 0,
      )
      const isExcused = !host?.isAlive || nowMs - Math.max(troubleAtMs, startedAtMs) <= restoredAfterMs
      if (!isExcused)
        this.#scheduler.violate(`${callId} was admitted while Redis did not have the hold of ${other}`)
    }
    this.except('admitted while Redis missed holds')
  }

  /** Credits that were removed or expired too recently for Redis to know. */
  #unseen(companyId: string, version: bigint): bigint {
    const { nowMs } = this.#scheduler
    let unseen = this.#sumSince(companyId, { sinceMs: nowMs - balanceAgeMsMax, version })
    for (const lot of this.#ledger().accounts.get(companyId)?.lots ?? [])
      if (isExpired(lot, epochMs + nowMs) && !isExpired(lot, epochMs + nowMs - decisionMsMax))
        unseen += lot.grantedMicros
    return unseen
  }

  #sumSince(companyId: string, { sinceMs, version }: { sinceMs: number; version: bigint }): bigint {
    let sum = 0n
    // Without its data, Redis takes a balance that was read a moment before for the newest.
    const isEmptied = this.#scheduler.nowMs - this.#redisEmptiedAtMs <= restoredAfterMs
    const lostSinceMs = isEmptied ? this.#redisEmptiedAtMs - decisionMsMax : Number.POSITIVE_INFINITY
    for (const { atMs, version: at, amountMicros, isAnnounced } of this.#company(companyId).removals)
      if (atMs >= sinceMs && at > version && (!isAnnounced || atMs >= lostSinceMs)) sum += amountMicros
    return sum
  }

  #addRemoval(companyId: string, amountMicros: bigint, isAnnounced: boolean): void {
    // Transactions are inspected after they have changed the account, so its version is the new one.
    const version = this.#ledger().accounts.get(companyId)?.version ?? 0n
    this.#company(companyId).removals.push({
      version,
      atMs: this.#scheduler.nowMs,
      amountMicros,
      isAnnounced,
    })
  }

  #updateBroke(companyId: string): void {
    const company = this.#company(companyId)
    const { nowMs } = this.#scheduler
    if (company.isBroke) company.brokeAtMs = nowMs
    company.isBroke = this.#spendable(companyId) <= sumOpen(this.calls.openOf(companyId))
    if (company.isBroke) company.brokeAtMs = nowMs
  }

  #spendable(companyId: string): bigint {
    return spendableMicros(this.#ledger(), companyId, epochMs + this.#scheduler.nowMs)
  }

  #company(companyId: string): Company {
    let company = this.#companies.get(companyId)
    if (!company) {
      company = { removals: [], brokeAtMs: Number.NEGATIVE_INFINITY, isBroke: false, leasedMicros: 0n }
      this.#companies.set(companyId, company)
    }
    return company
  }
}

type AskedCall = Pick<CallToAdmit, 'estimateMicros' | 'budgets'> & { atMs: number }
type AuditedBudget = { callId: string; companyId: string; keyId: string; alias: string }
type BudgetRefusal = { limit: bigint; name: BudgetName; arrivedAtMs: number }
