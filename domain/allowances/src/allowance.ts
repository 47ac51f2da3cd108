// Work that the platform pays for on behalf of a company, and the periods in which it counts. Months and days are in
// UTC, like the months of a key's cap and the days of usage.

export type Allowance = Readonly<{
  /** Maximum cost of CV parses, judgements and insights per month. */
  modelWorkMicros: bigint
  /** Number, and total size, of new documents that may be uploaded per day. */
  documentsPerDay: number
  documentBytesPerDay: number
}>

export type ModelWork = Readonly<{
  allowanceMicros: bigint
  spentMicros: bigint
  /** Start of the next month, when the allowance is renewed. */
  renewsAt: Date
  /**
   * Time until which model work is paused because the allowance was used up. Null or in the past if it is not paused.
   */
  waitsUntil: Date | null
}>

export function remainingMicros({ allowanceMicros, spentMicros }: ModelWork): bigint {
  return allowanceMicros > spentMicros ? allowanceMicros - spentMicros : 0n
}

export function monthOf(nowMs: number): { beganAt: Date; renewsAt: Date } {
  const now = new Date(nowMs)
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return { beganAt: new Date(Date.UTC(year, month)), renewsAt: new Date(Date.UTC(year, month + 1)) }
}
