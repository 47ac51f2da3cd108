import { Suspense, lazy, useState } from 'react'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Figure } from '../../../parts/figure.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { dayMs } from '../../../time/periods.ts'
import { overviewTexts as texts } from '../../../words/en/platform/overview.ts'
import { attentionItems } from './attention-items.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { CheckPanel } from './check-panel.tsx'
import { type PlatformOverviewResult, platformOverview } from './overview.generated.ts'

const days = 30
// Nothing announces changes of the whole platform.
const pollMs = 15_000

// Plots weigh more than the rest of the page, which is read first.
const UsagePlot = lazy(async () => ({ default: (await import('./usage-plot.tsx')).UsagePlot }))

export function OverviewPage() {
  const [nowMs] = useState(() => Date.now())
  const span = spanOfOverview(nowMs)
  const asked = useAsked(platformOverview, span, { pollMs })
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <Loaded asked={asked} skeleton={<Skeleton lines={3} height={160} />}>
        {(result) => (
          <div className="stack-3">
            <div className="lead">
              <AttentionPanel items={attentionItems(result)} checkedAtMs={asked.dataUpdatedAt} />
              <CheckPanel result={result} />
            </div>
            <UsageFigures result={result} />
            <Suspense fallback={<PlotSkeleton />}>
              <UsagePlot days={result.days} since={span.since} count={days} />
            </Suspense>
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** Today and the last 30 days, in UTC. */
function spanOfOverview(nowMs: number) {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs
  return {
    today: new Date(todayMs).toISOString(),
    since: new Date(todayMs - (days - 1) * dayMs).toISOString(),
  }
}

function UsageFigures({ result: { today, month } }: { result: PlatformOverviewResult }) {
  return (
    <dl className="figures-row">
      <Figure label={texts.spentToday} detail={texts.ofAll}>
        <Amount credits={today[0]?.credits ?? '0'} hasUnit />
      </Figure>
      <Figure label={texts.callsToday} detail={failedOf(today[0])}>
        {(today[0]?.requests ?? 0).toLocaleString('en')}
      </Figure>
      <Figure label={texts.spentMonth} detail={texts.ofAll}>
        <Amount credits={month[0]?.credits ?? '0'} hasUnit />
      </Figure>
      <Figure label={texts.callsMonth} detail={failedOf(month[0])}>
        {(month[0]?.requests ?? 0).toLocaleString('en')}
      </Figure>
    </dl>
  )
}

function failedOf(sums: PlatformOverviewResult['today'][number] | undefined): string {
  const { requests = 0, failedRequests = 0 } = sums ?? {}
  const percent = requests === 0 ? 0 : (failedRequests / requests) * 100
  return texts.failed(failedRequests.toLocaleString('en'), percent.toFixed(1))
}

/** As high as the plot with its caption and its axis. */
function PlotSkeleton() {
  return (
    <Panel>
      <Skeleton lines={1} height={196} />
    </Panel>
  )
}
