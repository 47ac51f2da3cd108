import { useNavigate } from '@tanstack/react-router'
import { percentOf } from '../../../amounts/compare.ts'
import { formatExact, parseCredits } from '../../../amounts/credits.ts'
import { Panel } from '../../../parts/panel.tsx'
import { BarPlot } from '../../../parts/plot/bar-plot.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { formatDay, formatMinute } from '../../../time/moments.ts'
import { spendTexts as texts } from '../../../words/en/company/spend.ts'
import { type SpendGroup, type SpendSpan, stepsOf } from './spend-period.ts'
import type { SpendResult } from './spend.generated.ts'

type SpendPlotProps = {
  result: SpendResult
  span: SpendSpan
  by: SpendGroup
  nameOfKey: (keyId: string) => string
}

const seriesMax = 4

/** Bars by day or hour. Selecting some of them opens the calls of that time. */
export function SpendPlot({ result, span, by, nameOfKey }: SpendPlotProps) {
  const navigate = useNavigate()
  const companyId = useCompanyId() ?? ''
  const leading = leadingGroups(result, by)
  const nameOf = (id: string) => (by === 'KEY' ? nameOfKey(id) : id)
  const [first] = leading
  const total = parseCredits(result.steps.totals.credits)
  const names = leading.slice(0, seriesMax).map(({ id }) => nameOf(id))
  const hasOther = leading.length > seriesMax
  const steps = stepsOf(span, span.unit)
  return (
    <Panel>
      <BarPlot
        caption={first ? texts.leading(nameOf(first.id), percentOf(first.credits, total)) : texts.none}
        label={texts.label}
        series={[...new Set(names), ...(hasOther ? [texts.other] : [])]}
        formatTick={(value) => value.toLocaleString('en', { maximumFractionDigits: 6 })}
        bars={barsOf(result, span, (id) => (names.includes(nameOf(id)) ? nameOf(id) : texts.other))}
        onSelect={({ first: begin, last }) => {
          const from = new Date(steps[begin] ?? span.from).toISOString()
          const to = new Date(steps[last + 1] ?? span.to).toISOString()
          void navigate({ to: `/c/${companyId}/calls`, search: { from, to } })
        }}
      />
      <p className="soft small plot-note">{texts.ghost}</p>
    </Panel>
  )
}

type Leading = { id: string; credits: bigint }

function leadingGroups(result: SpendResult, by: SpendGroup): Leading[] {
  const groups =
    by === 'KEY'
      ? result.keys.rows.map(({ keyId, credits }) => ({ id: keyId ?? '', credits: parseCredits(credits) }))
      : result.models.rows.map(({ model, credits }) => ({ id: model ?? '', credits: parseCredits(credits) }))
  return groups.toSorted((one, other) => (one.credits < other.credits ? 1 : -1))
}

function barsOf({ steps, parts, before }: SpendResult, span: SpendSpan, seriesOf: (id: string) => string) {
  const exact = new Map(steps.rows.map((row) => [stepOf(row), row.credits]))
  const earlier = new Map(before.rows.map((row) => [stepOf(row), row.credits]))
  const earlierSteps = stepsOf(span.before, span.unit)
  const heights = new Map<string, Record<string, number>>()
  for (const row of parts.rows) {
    const step = stepOf(row)
    const bar = heights.get(step) ?? {}
    const name = seriesOf(row.keyId ?? row.model ?? '')
    bar[name] = (bar[name] ?? 0) + heightOf(row.credits)
    heights.set(step, bar)
  }
  return stepsOf(span, span.unit).map((step, index) => {
    const at = new Date(step)
    const ghost = earlier.get(earlierSteps[index] ?? '') ?? '0'
    const label = span.unit === 'DAY' ? formatDay(at) : formatMinute(at)
    return {
      label,
      tick: span.unit === 'DAY' ? label.slice(0, -5) : label.slice(-5),
      value: texts.bar(formatExact(parseCredits(exact.get(step) ?? '0')), formatExact(parseCredits(ghost))),
      parts: heights.get(step) ?? {},
      ghost: heightOf(ghost),
    }
  })
}

function stepOf({ day, hour }: { day: string | null; hour: string | null }): string {
  return hour === null ? (day ?? '') : new Date(hour).toISOString()
}

/** For drawing only: a pixel is coarser than the error of a float. */
function heightOf(credits: string): number {
  return Number(credits)
}
