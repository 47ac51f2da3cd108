// Prices are quoted in major units and charged in minor units: 10.50 euros are 1050 cents, but 500 yen are 500. Two currencies
// have lost their minor unit, and the provider's API still has it: 5 Ugandan shillings are 500, and fractions are refused.
const withoutMinorUnit = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const withThousandths = new Set('bhd jod kwd omr tnd'.split(' '))
const inWholeUnits = new Set(['isk', 'ugx'])

/** Number of decimal places of the currency in the provider's API. */
function fractionDigits(currency: string): number {
  if (withoutMinorUnit.has(currency)) return 0
  return withThousandths.has(currency) ? 3 : 2
}

/** The provider charges only multiples of this amount, in minor units. */
export function chargeStepMinor(currency: string): bigint {
  if (inWholeUnits.has(currency)) return 100n
  return withThousandths.has(currency) ? 10n : 1n
}

/** Undefined if the amount has more decimals than can be charged, is negative, or is too large to be exact. */
export function toMinorUnits(amount: number, currency: string): bigint | undefined {
  const factor = 10 ** fractionDigits(currency)
  const minor = Math.round(amount * factor)
  if (!Number.isSafeInteger(minor) || minor < 0 || minor / factor !== amount) return undefined
  return BigInt(minor) % chargeStepMinor(currency) === 0n ? BigInt(minor) : undefined
}

export function fromMinorUnits(minor: bigint, currency: string): number {
  return Number(minor) / 10 ** fractionDigits(currency)
}

const microsPerCredit = 1_000_000

/** Converts the credits of an offer. Undefined if they are not positive, or finer than a micro-credit. */
export function toOfferedMicros(credits: number): bigint | undefined {
  const micros = Math.round(credits * microsPerCredit)
  if (!Number.isSafeInteger(micros) || micros <= 0 || micros / microsPerCredit !== credits) return undefined
  return BigInt(micros)
}
