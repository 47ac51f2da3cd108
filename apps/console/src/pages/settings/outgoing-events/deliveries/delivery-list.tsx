import { useState } from 'react'
import type { AskedPages, MoreRows } from '../../../../graphql/use-asked-pages.ts'
import { Select } from '../../../../parts/form/select.tsx'
import { type Column, Grid } from '../../../../parts/grid/grid.tsx'
import { Empty } from '../../../../parts/states/empty.tsx'
import { Badge } from '../../../../parts/text/badge.tsx'
import { Moment } from '../../../../parts/text/moment.tsx'
import { deliveryTexts as texts } from '../../../../words/en/settings/outgoing-events.ts'
import { type EventsSearch, deliveryStatuses } from '../outgoing-events-search.ts'
import type { OutgoingEventsResult } from '../outgoing-events.generated.ts'
import { type Delivery, answerOf, deliveryTones, lastOf } from './delivery.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'

const columns: readonly Column<Delivery>[] = [
  { name: 'event', title: texts.event, width: 'minmax(120px, 2fr)', cell: ({ type }) => <code>{type}</code> },
  {
    name: 'status',
    title: texts.status,
    width: '104px',
    cell: ({ status }) => <Badge tone={deliveryTones[status]}>{texts.statuses[status]}</Badge>,
  },
  {
    name: 'created',
    title: texts.created,
    width: '120px',
    cell: ({ createdAt }) => <Moment at={createdAt} as="ago" />,
  },
  {
    name: 'attempts',
    title: texts.attempts,
    width: '92px',
    isNumber: true,
    isMinor: true,
    cell: ({ attempts }) => attempts.length,
  },
  {
    name: 'answer',
    title: texts.answer,
    width: 'minmax(120px, 2fr)',
    isMinor: true,
    cell: ({ attempts }) => answerOf(lastOf(attempts)),
  },
  {
    name: 'next',
    title: texts.next,
    width: '164px',
    isMinor: true,
    cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? null : <Moment at={nextAttemptAt} />),
  },
]

type DeliveryListProps = {
  companyId: string
  data: AskedPages<OutgoingEventsResult, Delivery>
  search: EventsSearch
  onSearch: (search: EventsSearch) => void
  onChanged: () => void
  more: MoreRows
}

export function DeliveryList({ companyId, data, search, onSearch, onChanged, more }: DeliveryListProps) {
  const [openedId, setOpenedId] = useState<string>()
  const { first, rows, hasMore } = data
  const opened = rows.find(({ id }) => id === openedId)
  return (
    <section className="stack" aria-label={texts.title}>
      <div className="row-line">
        <h2>{texts.title}</h2>
        <DeliveryFilters endpoints={first.eventEndpoints} search={search} onSearch={onSearch} />
      </div>
      {rows.length === 0 ? (
        <div className="panel">
          <Empty icon="calls" title={texts.none}>
            <p>{texts.noneText}</p>
          </Empty>
        </div>
      ) : (
        <Grid
          label={texts.title}
          columns={columns}
          rows={rows}
          idOf={({ id }) => id}
          total={hasMore ? -1 : rows.length}
          heightMax={480}
          onOpen={({ id }) => setOpenedId(id)}
          {...more}
        />
      )}
      <p className="soft small">{texts.kept}</p>
      {opened ? (
        <DeliveryDialog
          companyId={companyId}
          delivery={opened}
          endpoint={first.eventEndpoints.find(({ id }) => id === opened.endpointId)}
          onChanged={onChanged}
          onClose={() => setOpenedId(undefined)}
        />
      ) : null}
    </section>
  )
}

type DeliveryFiltersProps = Pick<DeliveryListProps, 'search' | 'onSearch'> & {
  endpoints: OutgoingEventsResult['eventEndpoints']
}

function DeliveryFilters({ endpoints, search, onSearch }: DeliveryFiltersProps) {
  const { endpoint = '', status = '' } = search
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{texts.filters}</legend>
      <Select
        label={texts.endpoint}
        isLabelHidden
        value={endpoint}
        options={[
          { value: '', label: texts.allEndpoints },
          ...endpoints.map(({ id, url }) => ({ value: id, label: url })),
        ]}
        onChange={({ target: { value } }) => {
          const { endpoint: _, ...rest } = search
          onSearch(value === '' ? rest : { ...rest, endpoint: value })
        }}
      />
      <Select
        label={texts.status}
        isLabelHidden
        value={status}
        options={[
          { value: '', label: texts.allStatuses },
          ...deliveryStatuses.map((value) => ({ value, label: texts.statuses[value] })),
        ]}
        onChange={({ target: { value } }) => {
          const { status: _, ...rest } = search
          const next = deliveryStatuses.find((name) => name === value)
          onSearch(next === undefined ? rest : { ...rest, status: next })
        }}
      />
    </fieldset>
  )
}
