// The invariants of the ledger. Each violation is a sentence that names the invariant, the place and the amount.
import type { Ledger, LedgerAccount, LedgerCall, LedgerLot } from './ledger.ts'
import { isExpired } from './lots.ts'

/** Returns all violations in a ledger; empty if it is consistent. */
export function findViolations(ledger: Ledger): string[] {
  return [
    ...findDoubles('business key', ledger.transfers, ({ businessKey }) => businessKey),
    ...findDoubles('call', ledger.calls, ({ id }) => id),
    ...ledger.calls.flatMap(findCallViolations),
    ...[...ledger.accounts.values()].flatMap(findLotViolations),
    ...findSumViolations(ledger),
  ]
}

/** Checks an account after a statement that locked it at this time; cheap enough to run after every statement. */
export function findAccountViolations(account: LedgerAccount, atMs: number): string[] {
  const unended = account.lots.filter(
    (lot) => lot.remainingMicros > 0n && isExpired(lot, atMs) && lot.createdAtMs < atMs,
  )
  return [
    ...findLotViolations(account),
    ...unended.map((lot) => `lot ${lot.id} of ${account.ownerId} has expired but could still be spent`),
  ]
}

function findDoubles<Row>(what: string, rows: readonly Row[], keyOf: (row: Row) => string): string[] {
  const seen = new Set<string>()
  const doubles: string[] = []
  for (const row of rows) {
    const key = keyOf(row)
    if (seen.has(key)) doubles.push(`${what} ${key} is in the ledger twice`)
    seen.add(key)
  }
  return doubles
}

function findCallViolations({ id, status, chargedMicros }: LedgerCall): string[] {
  if (chargedMicros < 0n) return [`call ${id} has a negative charge: ${chargedMicros}`]
  if (chargedMicros > 0n && status !== 'SUCCEEDED') return [`call ${id} was charged although it is ${status}`]
  return []
}

export function findLotViolations({ ownerId, balanceMicros, lots }: LedgerAccount): string[] {
  const violations = lots.filter(isOutOfBounds).map((lot) => {
    return `lot ${lot.id} of ${ownerId} has ${lot.remainingMicros} left of ${lot.grantedMicros}`
  })
  let left = 0n
  for (const { remainingMicros } of lots) left += remainingMicros
  if (left !== (balanceMicros > 0n ? balanceMicros : 0n)) {
    violations.push(`I2: ${ownerId} has a balance of ${balanceMicros}, but ${left} left in its lots`)
  }
  return violations
}

function isOutOfBounds({ remainingMicros, grantedMicros }: LedgerLot): boolean {
  return remainingMicros < 0n || remainingMicros > grantedMicros
}

function findSumViolations(ledger: Ledger): string[] {
  const moved = sumBy(ledger.transfers, ({ ownerId, amountMicros }) => [ownerId, amountMicros])
  const charged = sumBy(ledger.calls, ({ companyId, chargedMicros }) => [companyId, chargedMicros])
  const counted = sumBy(ledger.rollups.values(), ({ companyId, chargedMicros }) => [companyId, chargedMicros])
  return [...ledger.accounts.values()].flatMap(({ ownerId, balanceMicros, chargedMicros }) => {
    const [transfers, charges, rollups] = [moved, charged, counted].map((sums) => sums.get(ownerId) ?? 0n)
    if (transfers === undefined || charges === undefined || rollups === undefined) return []
    const violations: string[] = []
    if (balanceMicros !== transfers - charges) {
      violations.push(
        `I1: ${ownerId} has ${balanceMicros}, but ${transfers} in transfers − ${charges} charged`,
      )
    }
    if (charges !== chargedMicros || charges !== rollups) {
      const sums = `calls ${charges}, account ${chargedMicros}, rollups ${rollups}`
      violations.push(`I3: the charges of ${ownerId} differ: ${sums}`)
    }
    return violations
  })
}

function sumBy<Row>(rows: Iterable<Row>, read: (row: Row) => readonly [string, bigint]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const row of rows) {
    const [key, amount] = read(row)
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  return sums
}

// The invariants of the holds of running calls, in any store.
type HeldCall = { callId: string; estimateMicros: bigint; deadlineAtMs: number }

export type CompanyHolds = {
  companyId: string
  /** The balance in the store. */
  balanceMicros: bigint
  /** Balance − Σ holds, as the store maintains it. */
  effectiveMicros: bigint
  holds: Iterable<HeldCall>
}

/**
 * The effective balance, which decides whether a call is admitted, must equal the balance minus the holds: each hold is
 * added once and removed once. No hold may have a deadline before `latestDeadlineMs`.
 */
export function findHoldViolations(company: CompanyHolds, latestDeadlineMs: number): string[] {
  const violations: string[] = []
  let held = 0n
  for (const { callId, estimateMicros, deadlineAtMs } of company.holds) {
    held += estimateMicros
    if (deadlineAtMs < latestDeadlineMs) {
      violations.push(`the hold of ${callId} outlives its deadline ${deadlineAtMs}`)
    }
  }
  const { companyId, balanceMicros, effectiveMicros } = company
  if (effectiveMicros !== balanceMicros - held) {
    violations.push(
      `holds of ${companyId}: effective ${effectiveMicros}, but balance ${balanceMicros} − ${held} held`,
    )
  }
  return violations
}

/** When nothing runs and nothing is in flight, nothing is held and every started call is closed. */
export function findRestViolations(
  ledger: Ledger,
  startedCallIds: Iterable<string>,
  heldCallIds: Iterable<string>,
): string[] {
  const violations: string[] = []
  for (const callId of startedCallIds) {
    if (!ledger.callById.has(callId)) violations.push(`call ${callId} was started and never closed`)
  }
  for (const callId of heldCallIds) violations.push(`call ${callId} still has a hold`)
  return violations
}
