// Checks every admission, every refusal and every hold with knowledge that no single process has: which calls are really
// open, which of their holds the deciding store has, and which credits their companies really have.
import type { CallToAdmit } from '@gatehouse/limits/admission'
import { type Host, epochMs } from '../engine/host.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import type { Ledger, LedgerCall, LedgerTransfer } from '../ledger/ledger.ts'
import { isExpired, spendableMicros } from '../ledger/lots.ts'
import type { RedisData } from '../redis/redis-data.ts'
import { type BudgetName, type HoldRow, isSameBudget, monthSpent } from '../servers/hold-rows.ts'
import { type AuditedCall, AuditedCalls, sumOpen } from './audited-calls.ts'

/** What the claim states as an exception; counted, so that it stays visible. */
export type StatedException =
  /** Redis had lost the holds of other calls, or had not received them, within the last seconds. */
  | 'admitted while Redis missed holds'
  /** Its hold was lost with a store and its process died before it sent the hold again; nothing is charged. */
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

type Company = {
  /** Amounts removed in ways that no hold in Redis has announced. */
  removals: { version: bigint; atMs: number; amountMicros: bigint }[]
  /** When the company last had no credits beyond its holds. */
  brokeAtMs: number
  isBroke: boolean
}

export class AdmissionAudit {
  readonly #scheduler: Scheduler
  readonly #ledger: () => Ledger
  readonly calls: AuditedCalls
  readonly exceptions = new Map<StatedException, number>()
  readonly #companies = new Map<string, Company>()
  readonly #asked = new Map<string, AskedCall>()
  #redisLostAtMs = Number.NEGATIVE_INFINITY
  #tableLostAtMs = Number.NEGATIVE_INFINITY

  constructor(scheduler: Scheduler, ledger: () => Ledger) {
    this.#scheduler = scheduler
    this.#ledger = ledger
    this.calls = new AuditedCalls(scheduler)
  }

  except(exception: StatedException): void {
    this.exceptions.set(exception, (this.exceptions.get(exception) ?? 0) + 1)
    this.#scheduler.record('audit', () => `stated exception: ${exception}`)
  }

  redisEmptied(): void {
    this.#redisLostAtMs = this.#scheduler.nowMs
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
  callAsked(call: AskedCall): void {
    this.#asked.set(call.callId, call)
  }

  callStarted(callId: string, host: Host): void {
    this.calls.start(callId, host)
    const call = this.calls.get(callId)
    if (!call) return
    const { estimateMicros } = this.#asked.get(callId) ?? call
    if (call.estimateMicros !== estimateMicros)
      this.#scheduler.violate(`the hold of ${callId} is ${call.estimateMicros} instead of ${estimateMicros}`)
    if (call.isInTable && !call.isInRedis) this.#checkCopied(call, host)
  }

  /** Postgres decides by the holds that it has, so a process copies its own there before it asks. */
  #checkCopied({ callId, companyId, tableAtMs }: AuditedCall, host: Host): void {
    if (tableAtMs - this.#tableLostAtMs < restoredAfterMs) return
    for (const other of this.calls.openOf(companyId)) {
      const isEarlier = other.isStarted && other.host === host && other.startedAtMs < tableAtMs
      if (isEarlier && !other.isInTable)
        this.#scheduler.violate(
          `${callId} was admitted while Postgres did not have the hold of ${other.callId}`,
        )
    }
  }

  /** Must be called before a script of the company's account runs; the result must be called after it. */
  beforeScript(
    keys: readonly string[],
    values: readonly string[],
  ): (answer: unknown[], data: RedisData) => void {
    const [, companyId = ''] = /\{(.*)\}/.exec(keys[0] ?? '') ?? []
    const isAdmission = values.length === 16 && values[10] === 'admit'
    const wasHeld = isAdmission && this.calls.get(values[0] ?? '')?.isInRedis === true
    return (answer, data) => {
      const account = data.hash(keys[0] ?? '') ?? new Map<string, string>()
      const isAdmitted = isAdmission && answer[0] === 'admitted' && !wasHeld
      if (isAdmitted) this.#checkAdmission(companyId, values, account)
      this.calls.observeAccount(companyId, account)
      this.#updateBroke(companyId)
    }
  }

  observeTable(rows: ReadonlyMap<string, HoldRow>): void {
    for (const companyId of this.calls.observeTable(rows)) this.#updateBroke(companyId)
  }

  creditsMoved({ ownerId, amountMicros, type }: LedgerTransfer): void {
    if (amountMicros < 0n && type !== 'EXPIRY') this.#addRemoval(ownerId, -amountMicros)
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
    if (chargedMicros > 0n && !call?.isInRedis) this.#addRemoval(companyId, chargedMicros)
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

  /** A store lost the hold, and the process died before it sent the hold again. */
  isLossStated({ host, lostAtMs, isInRedis, isInTable }: AuditedCall): boolean {
    if (isInRedis || isInTable || !host || host.isAlive) return false
    const troubleAtMs = Math.max(lostAtMs, host.redisTroubleAtMs)
    return Number.isFinite(lostAtMs) && host.diedAtMs - troubleAtMs <= restoredAfterMs
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
    const held = sumOpen(visible)
    if (spendable + unseen - held <= 0n) {
      this.#scheduler.violate(
        `${callId} was admitted although ${companyId} has ${spendable}, holds of ${held}, and ${unseen} taken recently`,
      )
    }
    this.#checkBudgets(call, visible)
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
    const unknown = open.filter(({ isInRedis, isStarted }) => isStarted && !isInRedis)
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
    for (const removal of this.#company(companyId).removals)
      if (removal.atMs >= sinceMs && removal.version > version) sum += removal.amountMicros
    return sum
  }

  #addRemoval(companyId: string, amountMicros: bigint): void {
    // Transactions are inspected after they have changed the account, so its version is the new one.
    const version = this.#ledger().accounts.get(companyId)?.version ?? 0n
    this.#company(companyId).removals.push({ version, atMs: this.#scheduler.nowMs, amountMicros })
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
      company = { removals: [], brokeAtMs: Number.NEGATIVE_INFINITY, isBroke: false }
      this.#companies.set(companyId, company)
    }
    return company
  }
}

type AskedCall = Pick<CallToAdmit, 'callId' | 'estimateMicros' | 'budgets'>
type AuditedBudget = { callId: string; companyId: string; keyId: string; alias: string }
type BudgetRefusal = { limit: bigint; name: BudgetName; arrivedAtMs: number }
