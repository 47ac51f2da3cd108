import type { Column } from '../../../parts/grid/grid.tsx'
import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { meetingsTexts as texts } from '../../../words/en/recruiting/meetings.ts'
import type { MeetingsResult } from './meetings.generated.ts'

type Row = MeetingsResult['meetings']['nodes'][number]

const tones: Record<keyof typeof texts.states, BadgeTone> = {
  WAITING: 'accent',
  DONE: 'good',
  NO_TRANSCRIPT: 'warn',
  CANCELLED: 'warn',
}

export function MeetingState({ status, cancelledTaskId }: Pick<Row, 'status' | 'cancelledTaskId'>) {
  const state = status === 'WAITING' && cancelledTaskId !== null ? 'CANCELLED' : status
  return <Badge tone={tones[state]}>{texts.states[state]}</Badge>
}

export const meetingColumns: readonly Column<Row>[] = [
  { name: 'room', title: texts.room, width: 'minmax(130px, 2fr)', cell: ({ room }) => room },
  {
    name: 'state',
    title: texts.state,
    width: 'minmax(120px, 1fr)',
    cell: (row) => <MeetingState {...row} />,
  },
  {
    name: 'insights',
    title: texts.insights,
    width: '80px',
    isNumber: true,
    isMinor: true,
    cell: ({ status, insights }) => (status === 'DONE' ? insights.length : null),
  },
  {
    name: 'lines',
    title: texts.lines,
    width: '80px',
    isNumber: true,
    isMinor: true,
    cell: ({ status, lineCount }) => (status === 'DONE' ? lineCount.toLocaleString('en') : null),
  },
  {
    name: 'ended',
    title: texts.ended,
    width: '124px',
    cell: ({ endedAt }) => <Moment at={endedAt} as="ago" />,
  },
]
