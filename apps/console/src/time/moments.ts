// Moments are shown in UTC everywhere: usage days, invoices and logs are in UTC, and one page never mixes zones.
// Formatting a month once is cheap; formatting every date of a long list with Intl is not.
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const months = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2000, month)))

const two = (value: number) => String(value).padStart(2, '0')

/** 17 Nov 2026 */
export function formatDay(moment: Date): string {
  return `${moment.getUTCDate()} ${formatMonth(moment)}`
}

/** Nov 2026 */
export function formatMonth(moment: Date): string {
  return `${months[moment.getUTCMonth()]} ${moment.getUTCFullYear()}`
}

/** 17 Nov 2026, 09:14 */
export function formatMinute(moment: Date): string {
  return `${formatDay(moment)}, ${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}`
}

/** 17 Nov, 09:14:07; with the year if it is not the present one. */
export function formatSecond(moment: Date, nowMs: number): string {
  const day = formatDay(moment)
  const isThisYear = moment.getUTCFullYear() === new Date(nowMs).getUTCFullYear()
  return `${isThisYear ? day.slice(0, -5) : day}, ${formatTime(moment)}`
}

/** 17 Nov, 09:14:07.203, where moments within a second must be told apart; with the year like formatSecond. */
export function formatMillisecond(moment: Date, nowMs: number): string {
  return `${formatSecond(moment, nowMs)}.${String(moment.getUTCMilliseconds()).padStart(3, '0')}`
}

/** 09:14:07 */
export function formatTime(moment: Date): string {
  return `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}:${two(moment.getUTCSeconds())}`
}

/** 2026-11-17 09:14:07.203 UTC */
export function formatMoment(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', ' UTC')
}

const steps = [
  { unit: 'second', ms: 1_000, below: 60_000 },
  { unit: 'minute', ms: 60_000, below: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, below: 86_400_000 },
  { unit: 'day', ms: 86_400_000, below: 30 * 86_400_000 },
] as const

/** "3 minutes ago"; beyond thirty days the day itself. */
export function formatAgo(moment: Date, nowMs: number): string {
  const agoMs = Math.max(0, nowMs - moment.getTime())
  if (agoMs < 10_000) return 'just now'
  const step = steps.find(({ below }) => agoMs < below)
  if (!step) return formatDay(moment)
  const count = Math.floor(agoMs / step.ms)
  return `${count} ${step.unit}${count === 1 ? '' : 's'} ago`
}
