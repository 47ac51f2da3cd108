// The figures of a company that alert rules compare with their thresholds. Read from the database, judged by
// `decide-alerts.ts`.

/** What a budget or a key's cap limits, and what was spent this month. */
export type LimitFigure = {
  /** Identifies the budget or key, such as `budget:<id>`. */
  subject: string
  /** As people know it, such as `the key ci`. */
  name: string
  keyId: string | null
  limitMicros: bigint
  spentMicros: bigint
}

export type KeyFigure = { keyId: string; name: string; expiresAt: Date }

export type AlertFigures = {
  now: Date
  /** Null for a company that pays afterwards, whose balance says nothing. */
  balanceMicros: bigint | null
  /** Null if the company pays afterwards or has spent nothing lately. */
  daysLeft: number | null
  spentTodayMicros: bigint
  /** Charges of each day with usage among the 28 before today. */
  earlierDaysMicros: readonly bigint[]
  limits: readonly LimitFigure[]
  /** Calls of the last hour, at most the last 1,000. */
  calls: { total: number; failed: number }
  /** Keys that can be used and will expire. */
  keys: readonly KeyFigure[]
}
