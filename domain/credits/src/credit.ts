// One credit is a million micro-credits. Amounts are never numbers, which could not represent a large balance exactly.
const microsPerCredit = 1_000_000n

/** Formats an amount as a decimal with six places, the format of every exact amount in our interfaces. */
export function formatCredits(micros: bigint): string {
  const sign = micros < 0n ? '-' : ''
  const absolute = micros < 0n ? -micros : micros
  const fraction = (absolute % microsPerCredit).toString().padStart(6, '0')
  return `${sign}${absolute / microsPerCredit}.${fraction}`
}

/** Parses a decimal; returns undefined if the text is not one or is finer than a micro-credit. */
export function parseCredits(text: string): bigint | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return undefined
  const [, sign, whole = '0', fraction = ''] = match
  const micros = BigInt(whole) * microsPerCredit + BigInt(fraction.padEnd(6, '0'))
  return sign === '-' ? -micros : micros
}

/**
 * The total amount to take back once this much of a payment was refunded. Computed from the original grant, so that
 * refunds may arrive twice, in parts or in another order. Rounded up, so that no fraction remains.
 */
export function refundShareMicros(grantedMicros: bigint, paid: bigint, refunded: bigint): bigint {
  if (paid <= 0n || refunded <= 0n) return 0n
  if (refunded >= paid) return grantedMicros
  return (grantedMicros * refunded + paid - 1n) / paid
}
