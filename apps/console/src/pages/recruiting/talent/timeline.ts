// Where positions lie on a line of years. Dates are written as 2023 or 2023-06.
export type TimelineRole = { start: string | null; end: string | null; isCurrent: boolean }

export type Timeline = {
  years: readonly { year: number; share: number }[]
  /** Where the role begins and how long it is, as shares of the line; null without dates. */
  spans: readonly ({ left: number; width: number } | null)[]
}

/** Months since the year 0. A year alone begins in January and ends in December. */
function monthOf(date: string, isEnd: boolean): number {
  const [year = '0', month] = date.split('-')
  return Number(year) * 12 + (month === undefined ? (isEnd ? 11 : 0) : Number(month) - 1)
}

export function drawTimeline(roles: readonly TimelineRole[], now: Date): Timeline {
  const present = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const months = roles.map(({ start, end, isCurrent }) => {
    if (start === null) return null
    const from = monthOf(start, false)
    const to = isCurrent || end === null ? (isCurrent ? present : from) : monthOf(end, true)
    return { from, to: Math.max(from, to) + 1 }
  })
  const dated = months.flatMap((span) => span ?? [])
  if (dated.length === 0) return { years: [], spans: months.map(() => null) }
  const first = Math.floor(Math.min(...dated.map(({ from }) => from)) / 12)
  const last = Math.ceil(Math.max(...dated.map(({ to }) => to)) / 12)
  const share = (month: number) => (month - first * 12) / ((last - first) * 12)
  return {
    years: yearsBetween(first, last).map((year) => ({ year, share: share(year * 12) })),
    spans: months.map((span) =>
      span ? { left: share(span.from), width: share(span.to) - share(span.from) } : null,
    ),
  }
}

const labelsMax = 6

function yearsBetween(first: number, last: number): number[] {
  const step = Math.max(1, Math.ceil((last - first) / labelsMax))
  return Array.from({ length: Math.ceil((last - first) / step) }, (_, index) => first + index * step)
}
