import { type Ledger, type LedgerAccount, type LedgerLot, addTransfer } from './ledger.ts'

export function isExpired({ expiresAtMs }: LedgerLot, atMs: number): boolean {
  return expiresAtMs !== undefined && expiresAtMs <= atMs
}

/** Closes expired lots in order of expiry, each with its transfer. */
export function expireLots(ledger: Ledger, account: LedgerAccount, atMs: number): void {
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
