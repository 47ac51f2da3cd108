import type { Stripe } from 'stripe'

const daySeconds = 86_400

type Recurring = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>

/**
 * The end of the period that starts at `startSeconds`. In a month without the anchor's day, the period ends on the last
 * day of the month.
 */
export function periodEnd(startSeconds: number, recurring: Recurring, anchorSeconds = startSeconds): number {
  const { interval, interval_count: count } = recurring
  if (interval === 'day') return startSeconds + count * daySeconds
  if (interval === 'week') return startSeconds + count * 7 * daySeconds
  return addMonths(startSeconds, interval === 'year' ? 12 * count : count, anchorSeconds)
}

function addMonths(startSeconds: number, months: number, anchorSeconds: number): number {
  const start = new Date(startSeconds * 1_000)
  const anchorDay = new Date(anchorSeconds * 1_000).getUTCDate()
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1)
  const daysInMonth = new Date(
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0),
  ).getUTCDate()
  const timeOfDay = startSeconds % daySeconds
  return first / 1_000 + (Math.min(anchorDay, daysInMonth) - 1) * daySeconds + timeOfDay
}
