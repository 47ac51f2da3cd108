import type { LedgerAccount, LedgerLot } from './ledger.ts'

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
