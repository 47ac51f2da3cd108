// The invariants of the holds of running calls, in any store.
import type { Ledger } from './ledger.ts'

export type HeldCall = { callId: string; estimateMicros: bigint; deadlineAtMs: number }

export type CompanyHolds = {
  companyId: string
  /** The balance in the store. */
  balanceMicros: bigint
  /** Balance − Σ holds, as the store maintains it. */
  effectiveMicros: bigint
  holds: Iterable<HeldCall>
}

/** The sum that decides about calls must match its parts: each hold is added once and removed once. */
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
