import type { Column } from '../../../parts/grid/grid.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { auditTexts as texts } from '../../../words/en/settings/audit.ts'
import type { Entry } from './audit-entry-dialog.tsx'
import { nameAction, nameActor, nameSubject } from './name-entry.ts'

export const auditColumns: readonly Column<Entry>[] = [
  {
    name: 'at',
    title: texts.at,
    width: '140px',
    cell: ({ createdAt }) => <Moment at={createdAt} as="second" />,
  },
  {
    name: 'action',
    title: texts.action,
    width: 'minmax(120px, 2fr)',
    cell: (entry) => <span data-tip={entry.action}>{nameAction(entry)}</span>,
  },
  {
    name: 'actor',
    title: texts.actor,
    width: 'minmax(120px, 2fr)',
    isMinor: true,
    cell: nameActor,
  },
  {
    name: 'subject',
    title: texts.subject,
    width: 'minmax(96px, 1fr)',
    isMinor: true,
    cell: nameSubject,
  },
  {
    name: 'from',
    title: texts.from,
    width: '128px',
    isMinor: true,
    cell: ({ clientAddress }) => clientAddress,
  },
]
