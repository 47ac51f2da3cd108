/** `to` is null for a span that ends now. */
export type UsageSpan = { from: string; to: string | null }

const dayMs = 86_400_000
const daysMax = 7

/**
 * Splits a period into spans of at most a week, oldest first, so that a year of usage is never in memory as a whole. Spans
 * meet at midnight in UTC, because whole days are read from the rollups. The last one ends at `to`, or now.
 */
export function* splitIntoWeeks(
  { from, to }: { from: Date; to: Date | undefined },
  nowMs: number,
): Generator<UsageSpan> {
  const endMs = to?.getTime() ?? nowMs
  let startMs = from.getTime()
  for (;;) {
    const nextMs = (Math.floor(startMs / dayMs) + daysMax) * dayMs
    const isLast = nextMs >= endMs
    const end = isLast ? to : new Date(nextMs)
    yield { from: new Date(startMs).toISOString(), to: end?.toISOString() ?? null }
    if (isLast) return
    startMs = nextMs
  }
}
