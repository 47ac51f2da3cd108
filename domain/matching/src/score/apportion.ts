// Divides a whole number by the largest-remainder method, so that the parts are whole numbers and add up to the whole.
export type Quota = { numerator: bigint; denominator: bigint }

/**
 * The quotas must add up to at most the whole. What rounding leaves goes to the largest remainders; ties go to the
 * first.
 */
export function apportion(whole: number, quotas: readonly Quota[]): number[] {
  const parts = quotas.map(({ numerator, denominator }) => numerator / denominator)
  const left = whole - Number(parts.reduce((sum, part) => sum + part, 0n))
  const byRemainder = quotas
    .map(({ numerator, denominator }, index) => ({ remainder: numerator % denominator, denominator, index }))
    .sort((a, b) => {
      const difference = b.remainder * a.denominator - a.remainder * b.denominator
      return difference === 0n ? a.index - b.index : difference > 0n ? 1 : -1
    })
  const rounded = new Set(byRemainder.slice(0, left).map(({ index }) => index))
  return parts.map((part, index) => Number(part) + (rounded.has(index) ? 1 : 0))
}
