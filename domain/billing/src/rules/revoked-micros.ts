import { refundShareMicros } from '@gatehouse/credits/refund-share'

export type ChargeState = {
  amountMinor: bigint
  /** Total paid: more than the charge if the customer's balance paid part of the invoice. */
  paidMinor: bigint
  refundedMinor: bigint
  /** Amount lost to a dispute. */
  lostMinor: bigint
}

/** The part of a charge that went back to the customer, by refund or by dispute. */
export function takenBackMinor({ amountMinor, refundedMinor, lostMinor }: ChargeState): bigint {
  const sum = refundedMinor + lostMinor
  return sum < amountMinor ? sum : amountMinor
}

/**
 * Total to revoke from a grant, given the current state of its charges: absolute, so the order of events does not
 * matter. For a negative grant, the (negative) part to give back: refunding an invoice reverses both what it granted
 * and what it took.
 */
export function revokedMicros(grantedMicros: bigint, charges: readonly ChargeState[]): bigint {
  if (grantedMicros < 0n) return -givenBackMicros(-grantedMicros, charges)
  const sum = charges.reduce(
    (total, charge) => total + refundShareMicros(grantedMicros, charge.paidMinor, takenBackMinor(charge)),
    0n,
  )
  return sum < grantedMicros ? sum : grantedMicros
}

/** Rounds down, so that the net credits never exceed the money. */
function givenBackMicros(takenMicros: bigint, charges: readonly ChargeState[]): bigint {
  const sum = charges.reduce(
    (total, charge) =>
      charge.paidMinor > 0n ? total + (takenMicros * takenBackMinor(charge)) / charge.paidMinor : total,
    0n,
  )
  return sum < takenMicros ? sum : takenMicros
}
