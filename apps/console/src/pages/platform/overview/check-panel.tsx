import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Panel } from '../../../parts/panel.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { overviewTexts as texts } from '../../../words/en/platform/overview.ts'
import type { PlatformOverviewResult } from './overview.generated.ts'

/** What was checked and when, so that an empty list above means "all is well" and not "no data". */
export function CheckPanel({ result }: { result: PlatformOverviewResult }) {
  const kinds = new Set(result.adminAttention.map(({ kind }) => kind))
  return (
    <Panel title={texts.checks} isFlush>
      <ul className="rows">
        <LedgerCheck report={result.reconciliations.nodes[0]} />
        <EventCheck inbox={result.inboxSummary} isBad={kinds.has('PROVIDER_EVENTS_FAILED')} />
        <Check title={texts.tasks} to="/admin/tasks" state={kinds.has('TASKS_FAILED') ? 'bad' : 'ok'}>
          {kinds.has('TASKS_FAILED') ? texts.failedTasks : texts.noFailedTasks}
        </Check>
        <RouteCheck isOpen={kinds.has('ROUTE_OPEN')} isUnknown={kinds.has('ROUTES_UNKNOWN')} />
      </ul>
    </Panel>
  )
}

function LedgerCheck({
  report,
}: {
  report: PlatformOverviewResult['reconciliations']['nodes'][number] | undefined
}) {
  if (!report)
    return (
      <Check title={texts.ledger} to="/admin/ledger" state="unknown">
        {texts.notReconciled}
      </Check>
    )
  return (
    <Check title={texts.ledger} to="/admin/ledger" state={report.hasDrift ? 'bad' : 'ok'}>
      {report.hasDrift ? texts.drift : texts.reconciled(report.checked.length)}{' '}
      <Moment at={report.endedAt} as="ago" />
    </Check>
  )
}

function EventCheck({ inbox, isBad }: { inbox: PlatformOverviewResult['inboxSummary']; isBad: boolean }) {
  const { received, parked, quarantined, oldestPendingAt, sweptThrough } = inbox
  const pending = received + parked + quarantined
  return (
    <Check title={texts.events} to="/admin/events" state={isBad ? 'bad' : 'ok'}>
      {pending === 0 ? texts.applied : texts.pending(pending)}
      {oldestPendingAt === null ? null : (
        <>
          {', '}
          {texts.oldest} <Moment at={oldestPendingAt} as="ago" />
        </>
      )}
      {sweptThrough === null ? null : (
        <>
          {', '}
          {texts.swept} <Moment at={sweptThrough} />
        </>
      )}
    </Check>
  )
}

function RouteCheck({ isOpen, isUnknown }: { isOpen: boolean; isUnknown: boolean }) {
  return (
    <Check title={texts.routes} to="/admin/models" state={isOpen || isUnknown ? 'bad' : 'ok'}>
      {isUnknown ? texts.routesUnknown : isOpen ? texts.open : texts.closed}
    </Check>
  )
}

const tones = { ok: 'good', bad: 'bad', unknown: 'neutral' } as const

type CheckProps = { title: string; to: string; state: keyof typeof tones; children: ReactNode }

function Check({ title, to, state, children }: CheckProps) {
  return (
    <li className="row">
      <div className="row-text">
        <p className="row-title">
          <Link className="row-link" to={to}>
            {title}
          </Link>
        </p>
        <p className="soft small">{children}</p>
      </div>
      <Badge tone={tones[state]}>{texts[state]}</Badge>
    </li>
  )
}
