import { useState } from 'react'
import type { MoreRows } from '../../../graphql/use-asked-pages.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { CopyText } from '../../../parts/text/copy-text.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { Snippet } from '../../../parts/text/snippet.tsx'
import { auditTexts as texts } from '../../../words/en/platform/audit.ts'
import type { PlatformAuditResult } from './audit.generated.ts'

export type Entry = PlatformAuditResult['entries']['nodes'][number]

const columns: readonly Column<Entry>[] = [
  {
    name: 'at',
    title: texts.at,
    width: '136px',
    cell: ({ createdAt }) => <Moment at={createdAt} as="second" />,
  },
  {
    name: 'what',
    title: texts.what,
    width: 'minmax(140px, 1fr)',
    cell: ({ action }) => <code>{action}</code>,
  },
  {
    name: 'object',
    title: texts.object,
    width: 'minmax(140px, 1fr)',
    isMinor: true,
    cell: ({ subjectKind, subjectId }) => (
      <>
        {subjectKind} <span className="soft">{subjectId}</span>
      </>
    ),
  },
  {
    name: 'who',
    title: texts.who,
    width: 'minmax(140px, 1fr)',
    isMinor: true,
    cell: ({ actorEmail, actorKind, actorId }) => actorEmail ?? `${actorKind} ${actorId}`,
  },
  {
    name: 'from',
    title: texts.from,
    width: '128px',
    isMinor: true,
    cell: ({ clientAddress }) => clientAddress ?? '',
  },
]

type AuditListProps = {
  rows: readonly Entry[]
  hasMore: boolean
  more: MoreRows
}

export function AuditList({ rows, hasMore, more }: AuditListProps) {
  const [opened, setOpened] = useState<Entry>()
  return (
    <>
      <Grid
        label={texts.list}
        hasOnlyText
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        onOpen={setOpened}
        total={hasMore ? -1 : rows.length}
        {...more}
      />
      {opened ? <EntryDialog entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}

function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const facts = [
    { label: texts.at, value: <Moment at={entry.createdAt} as="second" /> },
    { label: texts.object, value: <CopyText text={entry.subjectId} label={entry.subjectKind} /> },
    { label: texts.who, value: entry.actorEmail ?? `${entry.actorKind} ${entry.actorId}` },
    { label: texts.from, value: entry.clientAddress ?? texts.unknown },
    {
      label: texts.requestId,
      value:
        entry.requestId === null ? (
          texts.unknown
        ) : (
          <CopyText text={entry.requestId} label={texts.requestId} />
        ),
    },
  ]
  return (
    <Dialog title={entry.action} width="l" onClose={onClose}>
      <div className="stack">
        <Facts facts={facts} />
        <Snippet text={JSON.stringify(entry.details, null, 2)} label={texts.details} />
      </div>
    </Dialog>
  )
}
