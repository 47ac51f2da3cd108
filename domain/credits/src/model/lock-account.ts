import type { Owner } from '../transfer.ts'
import type { Ledger, LedgerAccount } from './ledger.ts'
import { expireLots } from './expire-lots.ts'

/** The first step of every change of an account: creates a new account and closes expired lots. */
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
