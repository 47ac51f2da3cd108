import type { Transfer } from '@gatehouse/credits/transfer'
import { type Ledger, type LedgerAccount, addTransfer } from './ledger.ts'
import { burnLots, lockAccount } from './lots.ts'

export type AppliedTransfer = {
  isNew: boolean
  id: string
  amountMicros: bigint
  balanceMicros: bigint
  version: bigint
}

/**
 * Posts one transfer at the given time. If its business key is already known, nothing changes and the existing transfer
 * is returned.
 */
export function applyTransfer(
  ledger: Ledger,
  transfer: Transfer,
  { id, atMs }: { id: string; atMs: number },
): AppliedTransfer {
  const account = lockAccount(ledger, transfer.owner, atMs)
  const known = ledger.transferByKey.get(transfer.businessKey)
  if (known) return toApplied(account, false, known)
  const amountMicros = transfer.kind === 'grant' ? transfer.amountMicros : -transfer.amountMicros
  account.balanceMicros += amountMicros
  account.version += 1n
  const row = {
    id,
    ownerId: account.ownerId,
    businessKey: transfer.businessKey,
    type: transfer.type,
    amountMicros,
    balanceAfterMicros: account.balanceMicros,
  }
  addTransfer(ledger, row)
  if (transfer.kind === 'grant') {
    account.lots.push({
      id,
      sourceKey: transfer.businessKey,
      kind: transfer.type === 'PACK_PURCHASE' ? 'BOUGHT' : 'GRANTED',
      grantedMicros: amountMicros,
      remainingMicros: afterDebt(amountMicros, account.balanceMicros),
      expiresAtMs: transfer.expiresAt?.getTime(),
      createdAtMs: atMs,
    })
  } else {
    const firstLot = account.lots.find((lot) => lot.sourceKey === transfer.firstFromLotOf)
    burnLots(account, transfer.amountMicros, firstLot)
  }
  return toApplied(account, true, row)
}

/** A grant pays debt first: its lot keeps the rest. */
function afterDebt(amountMicros: bigint, balanceAfterMicros: bigint): bigint {
  if (balanceAfterMicros < 0n) return 0n
  return balanceAfterMicros < amountMicros ? balanceAfterMicros : amountMicros
}

function toApplied(
  account: LedgerAccount,
  isNew: boolean,
  { id, amountMicros }: { id: string; amountMicros: bigint },
): AppliedTransfer {
  return { isNew, id, amountMicros, balanceMicros: account.balanceMicros, version: account.version }
}
