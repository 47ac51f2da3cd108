import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { changeInWords } from '../../../amounts/compare.ts'
import { parseCredits } from '../../../amounts/credits.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Figure } from '../../../parts/figure.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { Amount } from '../../../parts/text/amount.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { formatMonth } from '../../../time/moments.ts'
import { dayMs } from '../../../time/periods.ts'
import { homeTexts as texts } from '../../../words/en/company/home.ts'
import { spendSpan } from '../spend/spend-period.ts'
import { Checklist } from './checklist.tsx'
import { LastCalls } from './last-calls.tsx'
import { MonthSpend } from './month-spend.tsx'
import { type HomeResult, home } from './home.generated.ts'

export function HomePage() {
  const companyId = useCompanyId() ?? ''
  const { data: frame } = useFrame()
  const [nowMs] = useState(() => Date.now())
  const span = spanOfHome(nowMs)
  // Members may not read the balance; whether the user is one is known with the frame.
  const isMember = frame !== undefined && frame.balance === undefined
  const asked = useAsked(
    home,
    { companyId, ...span },
    {
      topics: ['BALANCE', 'BILLING', 'CALLS', 'COMPANY', 'DOCUMENTS', 'KEYS', 'TASKS'],
      isEnabled: frame?.balance !== undefined,
    },
  )
  return (
    <div className="page">
      <PageHead title={texts.title} />
      {isMember ? (
        <Empty
          icon="home"
          title={texts.memberTitle}
          action={
            <Link className="button" data-kind="primary" to={`/c/${companyId}/jobs`}>
              {texts.memberAction}
            </Link>
          }
        >
          <p>{texts.memberText}</p>
        </Empty>
      ) : (
        <Loaded asked={asked} skeleton={<HomeSkeleton />}>
          {(result) => <Overview result={result} companyId={companyId} span={span} />}
        </Loaded>
      )}
    </div>
  )
}

/**
 * Today, the last 30 days, and this month with as many days of the month before, in UTC. A moment in the future counts
 * as now, so the answer stays the same for a day.
 */
function spanOfHome(nowMs: number) {
  const todayMs = Math.floor(nowMs / dayMs) * dayMs
  const { from, before } = spendSpan('month', nowMs)
  return {
    today: new Date(todayMs).toISOString(),
    since: new Date(todayMs - 29 * dayMs).toISOString(),
    until: new Date(todayMs + dayMs).toISOString(),
    month: from.toISOString(),
    beforeFrom: before.from.toISOString(),
    beforeTo: before.to.toISOString(),
  }
}

// Plots weigh more than the rest of the page, and the figures are read first.
const BalancePlot = lazy(async () => ({ default: (await import('./balance-plot.tsx')).BalancePlot }))

/** As high as the plot with its caption and its axis. */
function PlotSkeleton() {
  return (
    <Panel>
      <Skeleton lines={1} height={plotHeight} />
    </Panel>
  )
}

const plotHeight = 196

type OverviewProps = { result: HomeResult; companyId: string; span: ReturnType<typeof spanOfHome> }

function Overview({ result, companyId, span }: OverviewProps) {
  const { balanceHistory, attention, calls, apiKeys } = result
  const isNew = calls.nodes.length === 0
  return (
    <div className="stack-3">
      <Figures result={result} monthBefore={span.beforeFrom} />
      {isNew ? (
        <Checklist result={result} companyId={companyId} />
      ) : (
        <>
          <MonthSpend result={result} companyId={companyId} span={{ from: span.month, to: span.until }} />
          <Suspense fallback={<PlotSkeleton />}>
            <BalancePlot points={balanceHistory} />
          </Suspense>
        </>
      )}
      <div className="pair">
        <Attention items={attention} />
        {isNew ? null : <LastCalls calls={calls} apiKeys={apiKeys} companyId={companyId} />}
      </div>
      {isNew ? null : <Checklist result={result} companyId={companyId} />}
    </div>
  )
}

type FiguresProps = { result: HomeResult; monthBefore: string }

function Figures({ result: { creditBalance, today, keys, keysBefore }, monthBefore }: FiguresProps) {
  const { credits, held, spentThisMonth, daysLeft } = creditBalance
  const change = changeInWords(parseCredits(keys.totals.credits), parseCredits(keysBefore.totals.credits))
  return (
    <dl className="figures-row">
      <Figure label={texts.balance}>
        <Amount credits={credits} hasUnit />
      </Figure>
      <Figure label={texts.held}>
        <Amount credits={held} hasUnit />
      </Figure>
      <Figure label={texts.spentToday}>
        <Amount credits={today.totals.credits} hasUnit />
      </Figure>
      <Figure label={texts.spent} detail={texts.compared(change, formatMonth(new Date(monthBefore)))}>
        <Amount credits={spentThisMonth} hasUnit />
      </Figure>
      <Figure label={texts.daysLeft}>
        <DaysLeft days={daysLeft} />
      </Figure>
    </dl>
  )
}

/** The pace of the last days does not predict more than a year. */
function DaysLeft({ days }: { days: HomeResult['creditBalance']['daysLeft'] }) {
  if (days !== null && days <= 365) return days
  return <span className="figure-none">{days === null ? texts.unknownDays : texts.moreThanAYear}</span>
}

function Attention({ items }: { items: HomeResult['attention'] }) {
  return (
    <Panel title={texts.needsYou} isFlush>
      {items.length === 0 ? (
        <Empty icon="check" title={texts.nothing}>
          <p>{texts.nothingText}</p>
        </Empty>
      ) : (
        <ul className="rows">
          {items.map(({ kind, subjectId, text, since }) => (
            <li key={`${kind} ${subjectId ?? ''}`} className="row">
              <Icon name="alert" />
              <span className="row-text">{text}</span>
              {since === null ? null : (
                <span className="soft small">
                  {texts.since} <Moment at={since} as="day" />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function HomeSkeleton() {
  return (
    <div className="stack-3">
      <Skeleton lines={1} height={88} />
      <Skeleton lines={1} height={220} />
    </div>
  )
}
