export type UsageRate = { creditsMicros: bigint; priceMinor: bigint }

/** In the smallest unit of the currency, and up: what is used is paid for, however little. */
export function amountOfUsage(usedMicros: bigint, { creditsMicros, priceMinor }: UsageRate): bigint {
  return (usedMicros * priceMinor + creditsMicros - 1n) / creditsMicros
}

// Calls that began before midnight are settled, and so counted, with their last byte.
const settledWithinMs = 3_600_000

/** The first day, in UTC, after the last month that can be billed, as YYYY-MM-DD. */
export function lastPeriodEnd(nowMs: number): string {
  return `${new Date(nowMs - settledWithinMs).toISOString().slice(0, 7)}-01`
}
