import { useState } from 'react'
import type { MoreRows } from '../../../graphql/use-asked-pages.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { firedTexts as texts } from '../../../words/en/settings/alerts.ts'
import type { AlertsResult } from './alerts.generated.ts'

type Fired = AlertsResult['alerts']['nodes'][number]

const columns: readonly Column<Fired>[] = [
  {
    name: 'subject',
    title: texts.subject,
    width: 'minmax(140px, 3fr)',
    cell: ({ subject }) => subject,
  },
  { name: 'state', title: texts.state, width: '96px', cell: (alert) => <FiredState {...alert} /> },
  {
    name: 'sent',
    title: texts.sent,
    width: '128px',
    cell: ({ createdAt }) => <Moment at={createdAt} as="ago" />,
  },
  {
    name: 'ended',
    title: texts.ended,
    width: '160px',
    isMinor: true,
    cell: ({ endedAt, isTest }) => (endedAt === null || isTest ? null : <Moment at={endedAt} />),
  },
]

type FiredListProps = {
  rows: readonly Fired[]
  hasMore: boolean
  more: MoreRows
}

export function FiredList({ rows, hasMore, more }: FiredListProps) {
  const [opened, setOpened] = useState<Fired>()
  return (
    <section className="stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {rows.length === 0 ? (
        <div className="panel">
          <Empty icon="mail" title={texts.none}>
            <p>{texts.noneText}</p>
          </Empty>
        </div>
      ) : (
        <Grid
          label={texts.title}
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          onOpen={setOpened}
          total={hasMore ? -1 : rows.length}
          heightMax={400}
          {...more}
        />
      )}
      {opened ? (
        <Dialog title={opened.subject} onClose={() => setOpened(undefined)} width="l">
          <div className="stack">
            <p className="row-line-text small soft">
              <FiredState {...opened} /> {texts.sentAt} <Moment at={opened.createdAt} /> {texts.utc}
            </p>
            <p className="alert-text">{opened.text}</p>
          </div>
        </Dialog>
      ) : null}
    </section>
  )
}

function FiredState({ isTest, endedAt }: Pick<Fired, 'isTest' | 'endedAt'>) {
  if (isTest) return <Badge>{texts.test}</Badge>
  return endedAt === null ? <Badge tone="warn">{texts.open}</Badge> : <Badge>{texts.over}</Badge>
}
