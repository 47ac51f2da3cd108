// Points are decimals with five places. They are added as whole numbers, so that a sum is exact.
const places = 5
const unit = 10n ** BigInt(places)

export function parsePoints(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const points = BigInt(whole) * unit + BigInt(fraction.padEnd(places, '0').slice(0, places))
  return decimal.startsWith('-') ? -points : points
}

export function formatPoints(points: bigint): string {
  const size = points < 0n ? -points : points
  return `${points < 0n ? '−' : ''}${size / unit}.${String(size % unit).padStart(places, '0')}`
}

/** "+7.80000" or "−3.20000" */
export function formatChange(from: string, to: string): string {
  const change = parsePoints(to) - parsePoints(from)
  return change < 0n ? formatPoints(change) : `+${formatPoints(change)}`
}
