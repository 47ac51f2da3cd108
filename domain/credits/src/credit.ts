// One credit is a million micro-credits. A number could not hold a large balance exactly, so none ever does.
const microsPerCredit = 1_000_000n

/** A decimal with six places, as every exact amount leaves us. */
export function formatCredits(micros: bigint): string {
  const sign = micros < 0n ? '-' : ''
  const absolute = micros < 0n ? -micros : micros
  const fraction = (absolute % microsPerCredit).toString().padStart(6, '0')
  return `${sign}${absolute / microsPerCredit}.${fraction}`
}

/** The amount a decimal stands for, or undefined if it is none or finer than a micro-credit. */
export function parseCredits(text: string): bigint | undefined {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return undefined
  const [, sign, whole = '0', fraction = ''] = match
  const micros = BigInt(whole) * microsPerCredit + BigInt(fraction.padEnd(6, '0'))
  return sign === '-' ? -micros : micros
}
