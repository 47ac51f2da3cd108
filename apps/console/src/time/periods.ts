// Periods of lists and sums as they are written in the address: the name of one that ends now, or two moments. Limits are
// aligned to whole steps, so that a page that is drawn again a second later asks the same question.
const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** `stepMs` is the length of one bar of a plot. */
const presets = {
  '1h': { lengthMs: hourMs, stepMs: minuteMs },
  '24h': { lengthMs: dayMs, stepMs: 30 * minuteMs },
  '7d': { lengthMs: 7 * dayMs, stepMs: 3 * hourMs },
  '30d': { lengthMs: 30 * dayMs, stepMs: 12 * hourMs },
} as const

type PresetName = keyof typeof presets

export const presetNames = Object.keys(presets) as PresetName[]

export type Period = { name: PresetName } | { from: string; to: string }

export type Span = {
  from: Date
  /** Exclusive. For a period that ends now it is the end of the step that has begun. */
  to: Date
  steps: number
  endsNow: boolean
}

const customSteps = 48

export function spanOf(period: Period, nowMs: number): Span {
  if (!('name' in period))
    return { from: new Date(period.from), to: new Date(period.to), steps: customSteps, endsNow: false }
  const { lengthMs, stepMs } = presets[period.name]
  const toMs = Math.floor(nowMs / stepMs) * stepMs + stepMs
  return { from: new Date(toMs - lengthMs), to: new Date(toMs), steps: lengthMs / stepMs, endsNow: true }
}

/** What the address says, or the default if it says nothing that can be read. */
export function readPeriod(raw: Readonly<Record<string, unknown>>, otherwise: PresetName): Period {
  const { from, to, period } = raw
  if (isMoment(from) && isMoment(to) && from < to) return { from, to }
  return { name: presetNames.find((name) => name === period) ?? otherwise }
}

/** The parameters of the address; undefined ones are left out of it. */
export function writePeriod(period: Period): { period?: string; from?: string; to?: string } {
  return 'name' in period ? { period: period.name } : period
}

/** Only the form that toISOString writes, so that two texts compare as their moments do. */
function isMoment(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}
