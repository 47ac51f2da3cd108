// A simple in-memory implementation of the ledger: the reference that the SQL functions are compared with, and the
// replacement for Postgres in the simulation. Rows are kept in lists, as in a table, so that duplicate rows are
// detected.
import type { OwnerKind, Transfer } from '@gatehouse/credits/transfer'

export type Ledger = {
  readonly accounts: Map<string, LedgerAccount>
  readonly transfers: LedgerTransfer[]
  readonly transferByKey: Map<string, LedgerTransfer>
  readonly calls: LedgerCall[]
  readonly callById: Map<string, LedgerCall>
  readonly rollups: Map<string, LedgerRollup>
}

export type LedgerAccount = {
  readonly ownerId: string
  readonly ownerKind: OwnerKind
  /** Negative in debt. */
  balanceMicros: bigint
  /** Sum of all charges of calls. */
  chargedMicros: bigint
  version: bigint
  /** In order of creation. */
  readonly lots: LedgerLot[]
}

export type LedgerLot = {
  /** Id of the transfer that granted the lot. */
  readonly id: string
  readonly sourceKey: string
  readonly kind: 'GRANTED' | 'BOUGHT'
  readonly grantedMicros: bigint
  remainingMicros: bigint
  readonly expiresAtMs: number | undefined
  readonly createdAtMs: number
}

export type LedgerTransfer = {
  readonly id: string
  readonly ownerId: string
  readonly businessKey: string
  readonly type: Transfer['type'] | 'EXPIRY'
  readonly amountMicros: bigint
  readonly balanceAfterMicros: bigint
}

export type LedgerCallStatus = 'SUCCEEDED' | 'FAILED' | 'PARKED'

export type LedgerCall = {
  readonly id: string
  readonly companyId: string
  readonly keyId: string
  readonly status: LedgerCallStatus
  readonly reason: string | undefined
  readonly chargedMicros: bigint
  readonly balanceAfterMicros: bigint
}

type LedgerRollup = {
  readonly companyId: string
  readonly keyId: string
  readonly alias: string
  /** Days since 1970. */
  readonly day: number
  requests: number
  failedRequests: number
  promptTokens: number
  cachedTokens: number
  completionTokens: number
  chargedMicros: bigint
}

export function createLedger(): Ledger {
  return {
    accounts: new Map(),
    transfers: [],
    transferByKey: new Map(),
    calls: [],
    callById: new Map(),
    rollups: new Map(),
  }
}

export function addTransfer(ledger: Ledger, transfer: LedgerTransfer): void {
  ledger.transfers.push(transfer)
  ledger.transferByKey.set(transfer.businessKey, transfer)
}

export function addCall(ledger: Ledger, call: LedgerCall): void {
  ledger.calls.push(call)
  ledger.callById.set(call.id, call)
}
