// Everything that the simulated Postgres stores, and the transactions on it. Each method is one transaction: nothing
// happens between its parts.
import type { FinishedCall } from '@gatehouse/calls/call'
import type { LaneMarks, LateDeliveries } from '@gatehouse/credits/delivery-marks'
import type { BatchOutcome } from '@gatehouse/credits/settler-options'
import { type ChargedCall, type GiveBackReason, type Transfer, giveBack } from '@gatehouse/credits/transfer'
import type { FoundMarks, StaleMarks } from '@gatehouse/credits/undelivered-reaper'
import { type AppliedTransfer, applyTransfer } from '../ledger/apply-transfer.ts'
import { applyBatch } from '../ledger/apply-batch.ts'
import { createLedger } from '../ledger/ledger.ts'
import { lockAccount } from '../ledger/lots.ts'
import { RowStore, type RowTransaction } from '../rows/row-store.ts'
import { AnswerRows } from './answer-rows.ts'
import { HoldRows } from './hold-rows.ts'

type MarksRow = LaneMarks & { callIds: readonly string[]; writtenAtMs: number }

export class Tables {
  /** The time of the current transaction. */
  nowMs = 0
  readonly ledger = createLedger()
  readonly holds = new HoldRows(this.ledger)
  readonly answers = new AnswerRows()
  /** The tables of billing. */
  readonly rows = new RowStore()
  readonly marks = new Map<string, MarksRow>()
  readonly deliveries = new Map<string, LateDeliveries>()
  /** Calls whose charge was returned because their process had died; not in a real database. */
  readonly returned = new Set<string>()
  /** When calls were recorded; not in a real database. */
  readonly settledAtMs = new Map<string, number>()

  get hasMarks(): boolean {
    return this.marks.values().some(({ callIds }) => callIds.length > 0)
  }

  /** Closes the calls and writes the settling lane's marks, or changes nothing if one of the calls is closed. */
  settle(calls: readonly FinishedCall[], marks: LaneMarks): BatchOutcome {
    const answered = calls.filter(({ answer, end }) => answer && end.kind !== 'failed')
    // Also if other calls are known: the statement notices them later.
    if (answered.some(({ id }) => !this.answers.has(id))) throw claimLost()
    const outcome = applyBatch(this.ledger, calls, this.nowMs)
    if (outcome.kind === 'settled') {
      for (const { id, answer } of answered) if (answer) this.answers.store(id, answer)
      for (const { id } of calls) this.settledAtMs.set(id, this.nowMs)
      this.writeMarks(marks)
      return outcome
    }
    const own = this.marks.get(laneOf(marks))?.callIds
    return {
      kind: 'known',
      calls: outcome.calls.map(({ id, status }) => ({ id, status, isOwn: own?.includes(id) ?? false })),
    }
  }

  writeMarks({ callIds, ...marks }: LaneMarks): void {
    const known = this.marks.get(laneOf(marks))
    if (callIds && (known?.version ?? 0n) < marks.version)
      this.marks.set(laneOf(marks), { ...marks, callIds, writtenAtMs: this.nowMs })
  }

  writeDeliveries(deliveries: LateDeliveries): void {
    const known = this.deliveries.get(deliveries.processId)
    if ((known?.version ?? 0n) < deliveries.version) this.deliveries.set(deliveries.processId, deliveries)
  }

  findStale(staleMs: number): FoundMarks[] {
    const isStale = ({ callIds, writtenAtMs }: MarksRow) =>
      callIds.length > 0 && writtenAtMs < this.nowMs - staleMs
    return [...this.marks.values()]
      .filter(isStale)
      .map(({ processId, lane, version }) => ({ processId, lane, version, serverStart: 'only' }))
  }

  returnUndelivered(stale: StaleMarks): number {
    const row = this.marks.get(laneOf(stale))
    if (row?.version !== stale.version) return 0
    const delivered = new Set(this.deliveries.get(stale.processId)?.callIds)
    const undelivered = row.callIds.filter((id) => !delivered.has(id))
    let returned = 0
    // Ten in a transaction, in order of their ids.
    for (let first = 0; first < undelivered.length; first += 10)
      for (const id of undelivered.slice(first, first + 10).sort()) {
        const charge = this.ledger.callById.get(id)
        if (charge && charge.chargedMicros > 0n && this.returnCharge(charge, 'undelivered')) returned += 1
      }
    this.marks.delete(laneOf(stale))
    return returned
  }

  /** Returns false if a retry has got the answer, so that the charge stands. */
  returnCharge(charge: ChargedCall, reason: GiveBackReason): boolean {
    if (this.answers.isReplayed(charge.id)) return false
    this.answers.dropAnswer(charge.id)
    if (reason === 'undelivered') this.returned.add(charge.id)
    this.post(giveBack(charge, reason))
    return true
  }

  markReplayed({
    keyId,
    idempotencyKey,
    bodyHash,
  }: {
    keyId: string
    idempotencyKey: string
    bodyHash: Buffer
  }): void {
    const row = this.answers.find(keyId, idempotencyKey)
    if (!row?.answer || !('body' in row.answer) || !row.bodyHash.equals(bodyHash)) return
    for (const [lane, marks] of this.marks) {
      if (marks.callIds.includes(row.callId))
        this.marks.set(lane, { ...marks, callIds: marks.callIds.filter((id) => id !== row.callId) })
    }
  }

  post(transfer: Transfer): AppliedTransfer {
    const id = `t${String(this.ledger.transfers.length).padStart(5, '0')}`
    return applyTransfer(this.ledger, transfer, { id, atMs: this.nowMs })
  }

  /** Ends a transaction of several statements: its rows and its transfers become visible together. */
  commit(tx: RowTransaction): void {
    this.rows.commit(tx)
    for (const transfer of tx.transfers) this.post(transfer)
  }

  sweepExpired(): void {
    for (const { ownerId, ownerKind } of this.ledger.accounts.values())
      lockAccount(this.ledger, { id: ownerId, kind: ownerKind }, this.nowMs)
  }

  /** The table of holds is not logged: after a crash it is empty. Open transactions are rolled back. */
  recover(): void {
    this.holds.empty()
    this.rows.rollBackAll()
  }
}

function laneOf({ processId, lane }: Pick<LaneMarks, 'processId' | 'lane'>): string {
  return `${processId} ${lane}`
}

/** Another call has taken over the Idempotency-Key; its answer may be charged already. */
function claimLost(): Error {
  return Object.assign(new Error('the batch was refused'), { code: 'GH004' })
}
