import { formatColumn } from '../../amounts/credits.ts'
import { Grid, type Column } from '../../parts/grid/grid.tsx'
import { Panel } from '../../parts/panel.tsx'
import { BarPlot } from '../../parts/plot/bar-plot.tsx'
import { LinePlot } from '../../parts/plot/line-plot.tsx'
import { Sparkline } from '../../parts/plot/sparkline.tsx'
import { WaterfallPlot } from '../../parts/plot/waterfall-plot.tsx'
import { Badge } from '../../parts/text/badge.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { formatDay } from '../../time/moments.ts'
import { designTexts as texts } from '../../words/en/design.ts'

type Row = { id: string; number: number }

const rows: readonly Row[] = Array.from({ length: 100_000 }, (_, number) => ({
  id: `call-${number}`,
  number,
}))
const startMs = Date.UTC(2026, 10, 1)

const columns: readonly Column<Row>[] = [
  {
    name: 'ended',
    title: texts.ended,
    width: 'minmax(160px, 1fr)',
    cell: ({ number }) => <Moment at={new Date(startMs - number * 61_000).toISOString()} />,
  },
  {
    name: 'model',
    title: texts.model,
    width: 'minmax(140px, 1fr)',
    isMinor: true,
    cell: ({ number }) => modelOf(number),
  },
  {
    name: 'status',
    title: texts.status,
    width: '112px',
    cell: ({ number }) =>
      number % 9 === 4 ? (
        <Badge tone="bad">{texts.failed}</Badge>
      ) : (
        <Badge tone="good">{texts.succeeded}</Badge>
      ),
  },
  {
    name: 'trend',
    title: texts.spendLabel,
    width: '112px',
    isMinor: true,
    cell: ({ number }) => (
      <Sparkline
        label={texts.trend}
        values={[3, 5, 2, 8, 6, 9].map((value) => (value * ((number % 7) + 1)) % 11)}
      />
    ),
  },
  {
    name: 'credits',
    title: texts.credits,
    width: 'minmax(88px, 120px)',
    isNumber: true,
    cell: ({ number }) => formatColumn([BigInt((number * 7_919) % 90_000), 1n])[0],
  },
]

export function DesignGrid() {
  return (
    <Grid
      label={texts.manyCalls}
      hasOnlyText
      columns={columns}
      rows={rows}
      idOf={({ id }) => id}
      heightMax={320}
      onOpen={() => {}}
    />
  )
}

const series = ['svc/chat-premium', 'svc/chat-default', 'svc/embed-default']

const bars = Array.from({ length: 30 }, (_, day) => {
  const parts = Object.fromEntries(
    series.map((name, index) => [name, ((day * 37 + index * 11) % 17) / (index + 1)]),
  )
  const sum = Object.values(parts).reduce((total, part) => total + part, 0)
  return {
    label: formatDay(new Date(startMs + day * 86_400_000)).slice(0, -5),
    value: sum.toFixed(2),
    parts,
    ghost: ((day * 29) % 19) + 2,
  }
})

const balance = Array.from({ length: 24 }, (_, step) => {
  const height = step < 8 ? 40 - step * 4 : step < 17 ? 60 - (step - 8) * 5 : 70 - (step - 17) * 3
  const at = new Date(startMs + step * 30 * 3_600_000)
  return { at, height, label: formatDay(at), value: height.toFixed(2) }
})

export function DesignPlots() {
  return (
    <div className="design-columns">
      <Panel>
        <BarPlot
          caption={texts.spend}
          label={texts.spendLabel}
          bars={bars}
          series={series}
          formatTick={String}
        />
      </Panel>
      <Panel>
        <LinePlot
          caption={texts.balance}
          label={texts.balanceLabel}
          points={balance}
          isStepped
          formatTick={String}
        />
      </Panel>
      <Panel>
        <WaterfallPlot
          caption={texts.points}
          label={texts.pointsLabel}
          start={{ label: texts.pointsStart, value: '61', height: 61 }}
          steps={[
            { label: 'MIG/MAG', tick: '1', value: '+9', adds: 9, atMost: 9, tone: 'good' },
            { label: 'German B2', tick: '2', value: '+4', adds: 4, atMost: 8, tone: 'warn' },
            { label: 'ISO 9606', tick: '3', value: '+0', adds: 0, atMost: 6, tone: 'neutral' },
          ]}
          end={{ label: texts.pointsEnd, value: '74', height: 74 }}
        />
      </Panel>
    </div>
  )
}

function modelOf(number: number): string {
  return series[number % series.length] ?? ''
}
