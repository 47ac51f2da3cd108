import { isExpired } from './expire-lots.ts'
import type { Ledger } from './ledger.ts'

/** The amount that can be spent at the given time: expired lots do not count, even before they are closed. */
export function spendableMicros(ledger: Ledger, ownerId: string, atMs: number): bigint {
  const account = ledger.accounts.get(ownerId)
  if (!account) return 0n
  let spendable = account.balanceMicros
  for (const lot of account.lots) if (isExpired(lot, atMs)) spendable -= lot.remainingMicros
  return spendable
}
