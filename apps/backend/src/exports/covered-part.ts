// The part of a UTC day that exported usage covers. The first and the last day of a period may be covered in part, but days
// whose calls are archived only as a whole, so a row states its part.
import type { Usage } from '@gatehouse/credits/read-usage'
import type { UsageSpan } from './split-into-weeks.ts'

const dayMs = 86_400_000

export function coveredPart(
  day: string,
  { from, to }: UsageSpan,
  { asOf, extendedFrom, extendedTo }: Pick<Usage, 'asOf' | 'extendedFrom' | 'extendedTo'>,
): { from: Date; to: Date } {
  const startMs = Date.parse(day)
  const nowMs = Date.parse(asOf)
  const sinceMs = extendedFrom?.getTime() ?? Date.parse(from)
  const untilMs = extendedTo?.getTime() ?? (to === null ? nowMs : Date.parse(to))
  return {
    from: new Date(Math.max(startMs, sinceMs)),
    to: new Date(Math.min(startMs + dayMs, untilMs, nowMs)),
  }
}
