export type UsageRate = { creditsMicros: bigint; priceMinor: bigint }

/** In minor units, rounded up: any usage is charged. */
export function amountOfUsage(usedMicros: bigint, { creditsMicros, priceMinor }: UsageRate): bigint {
  return (usedMicros * priceMinor + creditsMicros - 1n) / creditsMicros
}

// Calls that began before midnight are settled, and so counted, when they end.
const settledWithinMs = 3_600_000

/** End (exclusive) of the last month that can be billed: a first of the month in UTC, as YYYY-MM-DD. */
export function lastPeriodEnd(nowMs: number): string {
  return `${new Date(nowMs - settledWithinMs).toISOString().slice(0, 7)}-01`
}
