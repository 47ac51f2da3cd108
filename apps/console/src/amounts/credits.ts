// Credits are decimal strings with six places on the wire and bigint micro-credits here, never a float: what a page
// shows equals the ledger to the last digit.
const placesMax = 6
const scale = 10n ** BigInt(placesMax)
const decimal = /^(-?)(\d+)(?:\.(\d{1,6}))?$/

export function parseCredits(text: string): bigint {
  const match = decimal.exec(text)
  if (!match) throw new Error(`not an amount of credits: ${text}`)
  const [, sign, whole = '0', fraction = ''] = match
  const micros = BigInt(whole) * scale + BigInt(fraction.padEnd(placesMax, '0'))
  return sign === '-' ? -micros : micros
}

/** All six places, as copies and tooltips show it. */
export function formatExact(micros: bigint): string {
  return format(micros, placesMax)
}

/** At least two places, and as many as the amount has. */
export function formatCredits(micros: bigint): string {
  return format(micros, placesOf(micros))
}

/** As a person types it into a field: no separators, and no more places than the amount has. */
export function formatTyped(micros: bigint): string {
  return formatExact(micros)
    .replaceAll(',', '')
    .replace('−', '-')
    .replace(/\.?0+$/, '')
}

/** The same number of places for a whole column, so that its points are aligned: that of the row that needs most. */
export function formatColumn(amounts: readonly bigint[]): string[] {
  const places = Math.max(2, ...amounts.map(placesOf))
  return amounts.map((micros) => format(micros, places))
}

function placesOf(micros: bigint): number {
  const fraction = String(abs(micros) % scale)
    .padStart(placesMax, '0')
    .replace(/0+$/, '')
  return Math.max(2, fraction.length)
}

function format(micros: bigint, places: number): string {
  const size = abs(micros)
  const whole = String(size / scale).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  const fraction = String(size % scale)
    .padStart(placesMax, '0')
    .slice(0, places)
  return `${micros < 0n ? '−' : ''}${whole}.${fraction}`
}

function abs(micros: bigint): bigint {
  return micros < 0n ? -micros : micros
}
