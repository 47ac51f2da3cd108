// What the platform does for a company at its own expense, and from when to when it counts. Months and days are those of UTC, as
// the months of a key's cap and the days of usage are.

export type Allowance = Readonly<{
  /** What CV parses, judgements and insights may cost in a month. */
  modelWorkMicros: bigint
  /** How many new documents may be uploaded in a day, and of how many bytes in all. */
  documentsPerDay: number
  documentBytesPerDay: number
}>

export type ModelWork = Readonly<{
  allowanceMicros: bigint
  spentMicros: bigint
  /** When a new month begins, and the allowance with it. */
  renewsAt: Date
  /** Until when model work is not tried, because the allowance was found to be used up. Null or past if it is not. */
  waitsUntil: Date | null
}>

export function leftMicros({ allowanceMicros, spentMicros }: ModelWork): bigint {
  return allowanceMicros > spentMicros ? allowanceMicros - spentMicros : 0n
}

export function monthOf(nowMs: number): { beganAt: Date; renewsAt: Date } {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { beganAt: new Date(Date.UTC(year, month)), renewsAt: new Date(Date.UTC(year, month + 1)) }
}
