import { refundShareMicros } from '@gatehouse/credits/refund-share'

export type ChargeState = {
  amountMinor: bigint
  refundedMinor: bigint
  /** What a dispute that was lost took away. */
  lostMinor: bigint
}

/** How much of a charge went back to the customer, one way or the other. */
export function takenBackMinor({ amountMinor, refundedMinor, lostMinor }: ChargeState): bigint {
  const sum = refundedMinor + lostMinor
  return sum < amountMinor ? sum : amountMinor
}

/** How much of a grant must be revoked in all, as its charges stand: absolute, so it does not matter how they got there. */
export function revokedMicros(grantedMicros: bigint, charges: readonly ChargeState[]): bigint {
  const sum = charges.reduce(
    (total, charge) => total + refundShareMicros(grantedMicros, charge.amountMinor, takenBackMinor(charge)),
    0n,
  )
  return sum < grantedMicros ? sum : grantedMicros
}
