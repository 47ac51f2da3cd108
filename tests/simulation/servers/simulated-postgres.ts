// A simulated Postgres: statements arrive, are carried out completely or not at all, and are answered, or the answer is
// lost. Committed data survives every crash. Its tables are the model of the ledger.
import type { FinishedCall } from '@gatehouse/calls/call'
import { refundShareMicros } from '@gatehouse/credits/credit'
import type { LaneMarks } from '@gatehouse/credits/delivery-marks'
import type { BatchOutcome } from '@gatehouse/credits/settler-options'
import type { Transfer } from '@gatehouse/credits/transfer'
import type { AdmissionAudit } from '../checks/admission-audit.ts'
import { type Coroutine, type Host, type Server, request } from '../engine/coroutine.ts'
import type { Faults } from '../engine/faults.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import { type AppliedBatch, applyBatch } from '../ledger/apply-batch.ts'
import { type AppliedTransfer, applyTransfer } from '../ledger/apply-transfer.ts'
import { findAccountViolations } from '../ledger/find-violations.ts'
import { createLedger } from '../ledger/ledger.ts'
import { lockAccount, spendableMicros } from '../ledger/lots.ts'
import type { PlantedBug } from '../planted-bug.ts'

export type Answer<T> =
  | { isOk: true; value: T }
  /** Not reached, or the answer was lost: whether the statement ran is unknown. */
  | { isOk: false }

export type AccountSnapshot = {
  balanceMicros: bigint
  version: bigint
  /** Time until the next lot expires. */
  validForMs: number
  closedCallIds: readonly string[]
  readAtMs: number
}

export type Purchase = { id: string; companyId: string; grantedMicros: bigint; paid: bigint }

export type PostgresDeps = {
  scheduler: Scheduler
  faults: Faults
  audit: AdmissionAudit
  bug: PlantedBug | undefined
}

const queryTimeoutMs = 1_000

export class SimulatedPostgres implements Server {
  readonly ledger = createLedger()
  readonly #deps: PostgresDeps
  #isUp = true
  /** Number of restarts: an answer from before a restart is lost. */
  #life = 0
  #seenTransfers = 0
  #seenCalls = 0
  readonly #marks = new Map<string, LaneMarks>()

  constructor(deps: PostgresDeps) {
    this.#deps = deps
  }

  *ask<T>(what: string, statement: (postgres: SimulatedPostgres) => T): Coroutine<Answer<T>> {
    return yield* request<Answer<T>>(this, what, () => statement(this))
  }

  send(
    _host: Host,
    { what, run }: { what: string; run: () => unknown },
    answer: (value: unknown) => void,
  ): void {
    const { scheduler, faults } = this.#deps
    let isAnswered = false
    const answerOnce = (value: Answer<unknown>) => {
      if (!isAnswered) answer(value)
      isAnswered = true
    }
    const [thereMs, backMs] = [faults.delayMs(), faults.delayMs()]
    const isLost = faults.strikes('lostMessage')
    if (isLost || thereMs + backMs > queryTimeoutMs) {
      scheduler.after(queryTimeoutMs, () => answerOnce({ isOk: false }))
    }
    if (isLost) return
    scheduler.after(thereMs, () => {
      const life = this.#life
      const value = this.#carryOut(what, run)
      // The connection breaks with the server, and the waiting caller notices.
      scheduler.after(backMs, () => answerOnce(this.#life === life ? value : { isOk: false }))
    })
  }

  #carryOut(what: string, run: () => unknown): Answer<unknown> {
    const { scheduler, faults } = this.#deps
    scheduler.countStep()
    if (this.#isUp && faults.strikes('postgresCrash')) this.crash()
    if (!this.#isUp) {
      scheduler.record('postgres', `is down for: ${what}`)
      return { isOk: false }
    }
    scheduler.record('postgres', what)
    const value = run()
    this.#inspectNewRows()
    // The worst moment: after the commit and before the answer.
    if (faults.strikes('postgresCrash')) this.crash()
    return { isOk: true, value }
  }

  crash(): void {
    const { scheduler } = this.#deps
    if (!this.#isUp) return
    scheduler.record('postgres', 'crashes')
    this.#isUp = false
    this.#life += 1
    scheduler.after(scheduler.random.pick([200, 1_500, 7_000, 7_000]), () => {
      this.#isUp = true
      scheduler.record('postgres', 'is back')
    })
  }

  settle(calls: readonly FinishedCall[]): AppliedBatch {
    const { ledger } = this
    const { bug, scheduler } = this.#deps
    if (bug === 'settles-known-calls-again') for (const { id } of calls) ledger.callById.delete(id)
    if (bug === 'loses-half-a-batch' && calls.length > 1 && scheduler.random.chance(0.1)) {
      return this.settle(calls.slice(0, Math.ceil(calls.length / 2)))
    }
    return applyBatch(ledger, calls, bug === 'spends-expired-lots' ? 0 : scheduler.nowMs)
  }

  /** Settles and writes the settling lane's marks in one transaction. */
  settleMarked(calls: readonly FinishedCall[], marks: LaneMarks): BatchOutcome {
    const outcome = this.settle(calls)
    if (outcome.kind === 'settled') {
      this.writeMarks(marks)
      return outcome
    }
    const own = this.#marks.get(laneOf(marks))?.callIds
    return {
      kind: 'known',
      calls: outcome.calls.map(({ id, status }) => ({ id, status, isOwn: own?.includes(id) ?? false })),
    }
  }

  writeMarks(marks: LaneMarks): void {
    const known = this.#marks.get(laneOf(marks))
    if (marks.callIds && (known?.version ?? 0n) < marks.version) this.#marks.set(laneOf(marks), marks)
  }

  post(transfer: Transfer): AppliedTransfer {
    const { bug, scheduler } = this.#deps
    const id = `t${String(this.ledger.transfers.length).padStart(5, '0')}`
    const posted = applyTransfer(this.ledger, transfer, { id, atMs: scheduler.nowMs })
    if (bug === 'grant-ignores-debt' && posted.isNew && transfer.kind === 'grant') {
      const lot = this.ledger.accounts.get(transfer.owner.id)?.lots.at(-1)
      if (lot) lot.remainingMicros = lot.grantedMicros
    }
    return posted
  }

  /**
   * Removes the cumulative amount due minus the amount already removed, so refunds may arrive twice and in any order.
   * Returns undefined while the purchase is unknown, because its event has not arrived yet.
   */
  refund({ id, companyId, paid }: Purchase, refunded: bigint): AppliedTransfer | 'nothing_to_do' | undefined {
    const { ledger } = this
    const grant = ledger.transferByKey.get(`pack:${id}`)
    if (!grant) return undefined
    const isRelative = this.#deps.bug === 'refund-is-relative'
    let taken = 0n
    for (const { businessKey, amountMicros } of ledger.transfers) {
      if (!isRelative && businessKey.startsWith(`refund:${id}:`)) taken -= amountMicros
    }
    const amountMicros = refundShareMicros(grant.amountMicros, paid, refunded) - taken
    if (amountMicros <= 0n) return 'nothing_to_do'
    return this.post({
      kind: 'removal',
      type: 'REFUND',
      owner: { id: companyId, kind: 'COMPANY' },
      businessKey: `refund:${id}:${refunded}`,
      amountMicros,
      firstFromLotOf: `pack:${id}`,
    })
  }

  /** Refunds what a call was charged; idempotent. */
  giveBack(callId: string): AppliedTransfer | undefined {
    const call = this.ledger.callById.get(callId)
    if (!call || call.chargedMicros === 0n) return undefined
    return this.post({
      kind: 'grant',
      type: 'ADJUSTMENT',
      owner: { id: call.companyId, kind: 'COMPANY' },
      businessKey: `giveback:${callId}`,
      amountMicros: call.chargedMicros,
    })
  }

  sweepExpired(): void {
    for (const { ownerId, ownerKind } of this.ledger.accounts.values()) {
      lockAccount(this.ledger, { id: ownerId, kind: ownerKind }, this.#deps.scheduler.nowMs)
    }
  }

  readSnapshot(companyId: string, callIds: readonly string[]): AccountSnapshot {
    const { nowMs } = this.#deps.scheduler
    const account = this.ledger.accounts.get(companyId)
    let validForMs = Number.POSITIVE_INFINITY
    for (const { expiresAtMs, remainingMicros } of account?.lots ?? []) {
      if (remainingMicros === 0n || expiresAtMs === undefined || expiresAtMs <= nowMs) continue
      validForMs = Math.min(validForMs, expiresAtMs - nowMs)
    }
    return {
      balanceMicros: spendableMicros(this.ledger, companyId, nowMs),
      version: account?.version ?? 0n,
      validForMs,
      closedCallIds: callIds.filter((id) => this.ledger.callById.has(id)),
      readAtMs: nowMs,
    }
  }

  #inspectNewRows(): void {
    const { ledger } = this
    const { audit, scheduler } = this.#deps
    const touched = new Set<string>()
    for (; this.#seenTransfers < ledger.transfers.length; this.#seenTransfers += 1) {
      const transfer = ledger.transfers[this.#seenTransfers]
      if (!transfer) break
      touched.add(transfer.ownerId)
      audit.creditsMoved(transfer)
    }
    for (; this.#seenCalls < ledger.calls.length; this.#seenCalls += 1) {
      const call = ledger.calls[this.#seenCalls]
      if (!call) break
      touched.add(call.companyId)
      audit.callClosed(call.id)
    }
    for (const ownerId of touched) {
      const account = ledger.accounts.get(ownerId)
      if (!account) continue
      for (const violation of findAccountViolations(account, scheduler.nowMs)) scheduler.violate(violation)
      audit.versionCommitted(ownerId, account.version)
      audit.checkOvershoot(ownerId)
    }
  }
}

function laneOf({ processId, lane }: LaneMarks): string {
  return `${processId} ${lane}`
}
