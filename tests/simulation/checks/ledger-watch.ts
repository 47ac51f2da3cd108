// Checks every invariant of the ledger after every transaction. It keeps its own sums of the rows, so that a check costs
// the same however long the history is.
import type { Scheduler } from '../engine/scheduler.ts'
import { findAccountViolations, findLotViolations } from '../ledger/find-violations.ts'
import type { LedgerAccount } from '../ledger/ledger.ts'
import type { Tables } from '../servers/tables.ts'
import type { AdmissionAudit } from './admission-audit.ts'

type Sums = { movedMicros: bigint; chargedMicros: bigint }

export class LedgerWatch {
  readonly #scheduler: Scheduler
  readonly #audit: AdmissionAudit
  readonly #tables: Tables
  readonly #sums = new Map<string, Sums>()
  readonly #seen = new Set<string>()
  /** Accounts that the transaction changed, so that it has closed their expired lots. */
  readonly #touched = new Set<string>()
  #seenTransfers = 0
  #seenCalls = 0

  constructor(scheduler: Scheduler, audit: AdmissionAudit, tables: Tables) {
    this.#scheduler = scheduler
    this.#audit = audit
    this.#tables = tables
  }

  inspect(): void {
    this.#touched.clear()
    this.#readTransfers()
    this.#readCalls()
    for (const account of this.#tables.ledger.accounts.values()) this.#checkAccount(account)
    this.#audit.observeTable(this.#tables.holds)
  }

  holdTableEmptied(): void {
    this.#audit.tableEmptied()
  }

  #readTransfers(): void {
    const { transfers } = this.#tables.ledger
    for (; this.#seenTransfers < transfers.length; this.#seenTransfers += 1) {
      const transfer = transfers[this.#seenTransfers]
      if (!transfer) break
      this.#expectNew(`business key ${transfer.businessKey}`)
      this.#touched.add(transfer.ownerId)
      this.#sumsOf(transfer.ownerId).movedMicros += transfer.amountMicros
      this.#audit.creditsMoved(transfer)
    }
  }

  #readCalls(): void {
    const { calls } = this.#tables.ledger
    for (; this.#seenCalls < calls.length; this.#seenCalls += 1) {
      const call = calls[this.#seenCalls]
      if (!call) break
      const { id, companyId, chargedMicros, status } = call
      this.#expectNew(`call ${id}`)
      this.#touched.add(companyId)
      this.#sumsOf(companyId).chargedMicros += chargedMicros
      if (chargedMicros < 0n || (chargedMicros > 0n && status !== 'SUCCEEDED'))
        this.#scheduler.violate(`call ${id} is ${status} and was charged ${chargedMicros}`)
      this.#audit.callRecorded(call)
    }
  }

  #expectNew(name: string): void {
    if (this.#seen.has(name)) this.#scheduler.violate(`${name} is in the ledger twice`)
    this.#seen.add(name)
  }

  #checkAccount(account: LedgerAccount): void {
    const { ownerId, balanceMicros, chargedMicros } = account
    const sums = this.#sumsOf(ownerId)
    const found = this.#touched.has(ownerId)
      ? findAccountViolations(account, this.#tables.nowMs)
      : findLotViolations(account)
    for (const violation of found) this.#scheduler.violate(violation)
    if (balanceMicros !== sums.movedMicros - sums.chargedMicros) {
      this.#scheduler.violate(
        `I1: ${ownerId} has ${balanceMicros}, but ${sums.movedMicros} in transfers − ${sums.chargedMicros} charged`,
      )
    }
    let rolledMicros = 0n
    for (const rollup of this.#tables.ledger.rollups.values())
      if (rollup.companyId === ownerId) rolledMicros += rollup.chargedMicros
    if (chargedMicros !== sums.chargedMicros || rolledMicros !== sums.chargedMicros) {
      const all = `calls ${sums.chargedMicros}, account ${chargedMicros}, rollups ${rolledMicros}`
      this.#scheduler.violate(`I3: the charges of ${ownerId} differ: ${all}`)
    }
  }

  #sumsOf(ownerId: string): Sums {
    let sums = this.#sums.get(ownerId)
    if (!sums) {
      sums = { movedMicros: 0n, chargedMicros: 0n }
      this.#sums.set(ownerId, sums)
    }
    return sums
  }
}
