/**
 * The total amount to take back once this much of a payment was refunded. Computed from the original grant, so that
 * refunds may arrive twice, in parts or in another order. Rounded up, so that no fraction remains.
 */
export function refundShareMicros(grantedMicros: bigint, paid: bigint, refunded: bigint): bigint {
  if (paid <= 0n || refunded <= 0n) return 0n
  if (refunded >= paid) return grantedMicros
  return (grantedMicros * refunded + paid - 1n) / paid
}
