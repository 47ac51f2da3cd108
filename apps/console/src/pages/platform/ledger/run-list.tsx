import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { MoreRows } from '../../../graphql/use-asked-pages.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { formatMinute } from '../../../time/moments.ts'
import { ledgerTexts as texts } from '../../../words/en/platform/ledger.ts'
import type { Run } from './invariant-panel.tsx'

const columns: readonly Column<Run>[] = [
  {
    name: 'ended',
    title: texts.ended,
    width: 'minmax(132px, 1fr)',
    cell: ({ endedAt }) => <Moment at={endedAt} />,
  },
  {
    name: 'result',
    title: texts.result,
    width: '128px',
    cell: ({ hasDrift }) => (
      <Badge tone={hasDrift ? 'bad' : 'good'}>{hasDrift ? texts.differ : texts.agree}</Badge>
    ),
  },
  {
    name: 'differing',
    title: texts.differing,
    width: '112px',
    isNumber: true,
    isMinor: true,
    cell: ({ drifts }) => drifts.length,
  },
  {
    name: 'paused',
    title: texts.pausedCount,
    width: '96px',
    isNumber: true,
    isMinor: true,
    cell: ({ freezes }) => freezes.filter(({ outcome }) => outcome === 'frozen').length,
  },
  {
    name: 'took',
    title: texts.duration,
    width: '96px',
    isNumber: true,
    cell: ({ tookMs }) => `${(tookMs / 1_000).toFixed(1)} s`,
  },
]

type RunListProps = {
  rows: readonly Run[]
  hasMore: boolean
  more: MoreRows
}

export function RunList({ rows, hasMore, more }: RunListProps) {
  const [opened, setOpened] = useState<Run>()
  return (
    <section className="stack" aria-label={texts.runs}>
      <h2>{texts.runs}</h2>
      <Grid
        label={texts.runs}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        onOpen={setOpened}
        total={hasMore ? -1 : rows.length}
        {...more}
      />
      {opened ? <Report run={opened} onClose={() => setOpened(undefined)} /> : null}
    </section>
  )
}

function Report({ run, onClose }: { run: Run; onClose: () => void }) {
  const outcomes = new Map(run.freezes.map(({ ownerId, outcome }) => [ownerId, outcome]))
  return (
    <Dialog title={texts.report(formatMinute(new Date(run.endedAt)))} width="l" onClose={onClose}>
      {run.drifts.length === 0 ? (
        <p className="soft">{texts.noDrift}</p>
      ) : (
        <div className="stack">
          <ul className="rows rows-inset">
            {run.drifts.map(({ invariant, ownerId, text }) => (
              <li key={`${invariant} ${ownerId} ${text}`} className="row">
                <code className="invariant">{invariant}</code>
                <div className="row-text">
                  <p>{text}</p>
                  <p className="soft small">{texts.outcomes[outcomes.get(ownerId) ?? '']}</p>
                </div>
                <Link className="button" data-size="s" to={`/admin/companies/${ownerId}`}>
                  {texts.openCompany}
                </Link>
              </li>
            ))}
          </ul>
          <p className="soft small">{texts.firstHundred}</p>
        </div>
      )}
    </Dialog>
  )
}
