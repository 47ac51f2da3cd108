import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Segments } from '../../../parts/form/segments.tsx'
import { type Column, Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { eventStatusWords, eventsTexts as texts } from '../../../words/en/platform/events.ts'
import type { EventStatus } from './event-state.ts'
import { EventStatusBadge } from './event-status.tsx'
import { type ProviderEventsResult, providerEvents } from './events.generated.ts'
import { SweepButton } from './sweep-button.tsx'

type ListedEvent = ProviderEventsResult['providerEvents'][number]

const statuses = ['QUARANTINED', 'PARKED', 'RECEIVED', 'PROCESSED', 'IGNORED'] as const
const pageLength = 50

/** The events that wait for a person come first; everything else is one click away. */
export function EventsPage() {
  const { status: given } = useSearch({ strict: false }) as { status?: unknown }
  const shown = given === 'all' ? 'all' : (statuses.find((name) => name === given) ?? 'QUARANTINED')
  const navigate = useNavigate()
  const { asked, ...more } = useAskedPages(
    providerEvents,
    { status: shown === 'all' ? undefined : shown },
    { read: toConnection },
  )
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={<SweepButton onSwept={() => void asked.refetch()} />}
      />
      <div className="stack">
        <div className="scroll-x">
          <Segments
            label={texts.show}
            value={shown}
            options={segmentsOf(asked.data?.first.inboxSummary)}
            onChange={(status) => void navigate({ to: '/admin/events', search: { status } })}
          />
        </div>
        <Loaded asked={asked}>
          {(data) =>
            data === undefined || data.rows.length === 0 ? (
              <div className="panel">
                <Empty icon="check" title={texts.none[shown]}>
                  <p>{texts.noneText}</p>
                </Empty>
              </div>
            ) : (
              <div data-outdated={asked.isPlaceholderData || undefined}>
                <Grid
                  label={texts.title}
                  columns={columns}
                  rows={data.rows}
                  idOf={({ id }) => id}
                  total={data.hasMore ? -1 : data.rows.length}
                  {...more}
                  onOpen={({ id }) => void navigate({ to: `/admin/events/${id}` })}
                  heightMax={640}
                />
              </div>
            )
          }
        </Loaded>
      </div>
    </div>
  )
}

function toConnection({ providerEvents: nodes }: ProviderEventsResult) {
  return { nodes, endCursor: nodes.at(-1)?.id ?? null, hasNextPage: nodes.length === pageLength }
}

function segmentsOf(summary: ProviderEventsResult['inboxSummary'] | undefined) {
  const counts: Partial<Record<EventStatus, number | undefined>> = {
    QUARANTINED: summary?.quarantined,
    PARKED: summary?.parked,
    RECEIVED: summary?.received,
  }
  return [
    ...statuses.map((value) => ({ value, label: texts.counted(eventStatusWords[value], counts[value]) })),
    { value: 'all' as const, label: texts.all },
  ]
}

const columns: readonly Column<ListedEvent>[] = [
  {
    name: 'received',
    title: texts.received,
    width: '140px',
    cell: ({ receivedAt }) => <Moment at={receivedAt} as="second" />,
  },
  { name: 'type', title: texts.type, width: 'minmax(96px, 1.4fr)', cell: ({ type }) => type },
  {
    name: 'status',
    title: texts.status,
    width: '116px',
    cell: ({ status }) => <EventStatusBadge status={status} />,
  },
  {
    name: 'attempts',
    title: texts.attempts,
    width: '88px',
    isNumber: true,
    isMinor: true,
    cell: ({ attempts }) => attempts.toLocaleString('en'),
  },
  {
    name: 'why',
    title: texts.why,
    width: 'minmax(160px, 2fr)',
    isMinor: true,
    cell: ({ lastError, waitsFor }) =>
      waitsFor === null ? (lastError ?? '') : texts.waitsForThing(waitsFor),
  },
]
