import type { Owner } from '@gatehouse/credits/transfer'
import { type Ledger, type LedgerAccount, type LedgerLot, addTransfer } from './ledger.ts'

/** First-expiring first, then granted before bought, then oldest: an id begins with its time. */
export function compareLots(left: LedgerLot, right: LedgerLot): number {
  const leftEnd = left.expiresAtMs ?? Number.POSITIVE_INFINITY
  const rightEnd = right.expiresAtMs ?? Number.POSITIVE_INFINITY
  if (leftEnd !== rightEnd) return leftEnd < rightEnd ? -1 : 1
  if (left.kind !== right.kind) return left.kind === 'GRANTED' ? -1 : 1
  return left.id < right.id ? -1 : 1
}

/** Takes an amount from the lots, the named one first. The part that no lot covers is debt, which is not in any lot. */
export function burnLots(account: LedgerAccount, amountMicros: bigint, firstLot?: LedgerLot): void {
  const ordered = account.lots.filter((lot) => lot !== firstLot && lot.remainingMicros > 0n).sort(compareLots)
  let missing = amountMicros
  for (const lot of firstLot ? [firstLot, ...ordered] : ordered) {
    if (missing === 0n) return
    const taken = lot.remainingMicros < missing ? lot.remainingMicros : missing
    lot.remainingMicros -= taken
    missing -= taken
  }
}

export function isExpired({ expiresAtMs }: LedgerLot, atMs: number): boolean {
  return expiresAtMs !== undefined && expiresAtMs <= atMs
}

/** Closes expired lots in order of expiry, each with its transfer. */
function expireLots(ledger: Ledger, account: LedgerAccount, atMs: number): void {
  const ending = account.lots.filter((lot) => lot.remainingMicros > 0n && isExpired(lot, atMs))
  for (const lot of ending.sort(compareEnds)) {
    account.balanceMicros -= lot.remainingMicros
    account.version += 1n
    addTransfer(ledger, {
      id: `expiry:${lot.id}`,
      ownerId: account.ownerId,
      businessKey: `expiry:${lot.id}`,
      type: 'EXPIRY',
      amountMicros: -lot.remainingMicros,
      balanceAfterMicros: account.balanceMicros,
    })
    lot.remainingMicros = 0n
  }
}

function compareEnds(left: LedgerLot, right: LedgerLot): number {
  const [leftEnd = 0, rightEnd = 0] = [left.expiresAtMs, right.expiresAtMs]
  if (leftEnd !== rightEnd) return leftEnd - rightEnd
  return left.id < right.id ? -1 : 1
}

/** The first step of every change of an account: creates the account if it does not exist, and closes expired lots. */
export function lockAccount(ledger: Ledger, owner: Owner, atMs: number): LedgerAccount {
  let account = ledger.accounts.get(owner.id)
  if (!account) {
    account = {
      ownerId: owner.id,
      ownerKind: owner.kind,
      balanceMicros: 0n,
      chargedMicros: 0n,
      version: 0n,
      lots: [],
    }
    ledger.accounts.set(owner.id, account)
  }
  expireLots(ledger, account, atMs)
  return account
}

/** The amount that can be spent at the given time: expired lots do not count, even before they are closed. */
export function spendableMicros(ledger: Ledger, ownerId: string, atMs: number): bigint {
  const account = ledger.accounts.get(ownerId)
  if (!account) return 0n
  let spendable = account.balanceMicros
  for (const lot of account.lots) if (isExpired(lot, atMs)) spendable -= lot.remainingMicros
  return spendable
}
