import { isExpired } from './expire-lots.ts'
import type { Ledger } from './ledger.ts'

/** What can be spent at an instant: lots that are over count no more, even if nothing has ended them yet. */
export function spendableMicros(ledger: Ledger, ownerId: string, atMs: number): bigint {
  const account = ledger.accounts.get(ownerId)
  if (!account) return 0n
  let spendable = account.balanceMicros
  for (const lot of account.lots) if (isExpired(lot, atMs)) spendable -= lot.remainingMicros
  return spendable
}
