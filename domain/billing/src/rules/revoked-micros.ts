import { refundShareMicros } from '@gatehouse/credits/refund-share'

export type ChargeState = {
  amountMinor: bigint
  /** What was paid in all: more than the charge if the customer's balance paid a part of the invoice. */
  paidMinor: bigint
  refundedMinor: bigint
  /** What a dispute that was lost took away. */
  lostMinor: bigint
}

/** How much of a charge went back to the customer, one way or the other. */
export function takenBackMinor({ amountMinor, refundedMinor, lostMinor }: ChargeState): bigint {
  const sum = refundedMinor + lostMinor
  return sum < amountMinor ? sum : amountMinor
}

/**
 * How much of a grant must be revoked in all, as its charges stand: absolute, so it does not matter how they got there. Of a
 * negative grant, the part that is given back: the refund of an invoice concerns all that it granted and took.
 */
export function revokedMicros(grantedMicros: bigint, charges: readonly ChargeState[]): bigint {
  if (grantedMicros < 0n) return -givenBackMicros(-grantedMicros, charges)
  const sum = charges.reduce(
    (total, charge) => total + refundShareMicros(grantedMicros, charge.paidMinor, takenBackMinor(charge)),
    0n,
  )
  return sum < grantedMicros ? sum : grantedMicros
}

/** Rounded down, so that what is granted and taken never comes to more than the money. */
function givenBackMicros(takenMicros: bigint, charges: readonly ChargeState[]): bigint {
  const sum = charges.reduce(
    (total, charge) =>
      charge.paidMinor > 0n ? total + (takenMicros * takenBackMinor(charge)) / charge.paidMinor : total,
    0n,
  )
  return sum < takenMicros ? sum : takenMicros
}
