import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from '../../../parts/form/button.tsx'
import { Grid } from '../../../parts/grid/grid.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { moreOf } from '../../../graphql/use-asked-pages.ts'
import { callsTexts as texts } from '../../../words/en/company/calls.ts'
import { stateTexts } from '../../../words/en/parts.ts'
import { nameKeys } from '../../settings/name-keys.ts'
import { callColumns } from './call-columns.tsx'
import { CallFilters } from './call-filters.tsx'
import { CallHistogram } from './call-histogram.tsx'
import type { CallsSearch } from './calls-search.ts'
import { useCalls, useNewCalls } from './use-calls.ts'

type CallListProps = { companyId: string; search: CallsSearch; onChange: (search: CallsSearch) => void }

export function CallList({ companyId, search, onChange }: CallListProps) {
  const list = useCalls(companyId, search)
  const { asked, span } = list
  const newCount = useNewCalls(list)
  const first = asked.data?.pages[0]?.first
  return (
    <>
      <CallFilters search={search} onChange={onChange} keys={first?.apiKeys} models={first?.models ?? []} />
      {asked.error && !asked.isFetchNextPageError ? (
        <FaultNotice fault={asked.error} onRetry={() => void asked.refetch()} isRetrying={asked.isFetching} />
      ) : null}
      {first ? (
        <div className="stack" data-outdated={asked.isPlaceholderData || undefined}>
          <CallHistogram
            buckets={first.callHistogram}
            span={span}
            onSelect={(period) => onChange({ ...search, period })}
          />
          {newCount > 0 ? (
            <div className="new-rows">
              <Button size="s" onClick={list.renew} isBusy={asked.isRefetching}>
                {texts.newCalls(newCount)}
              </Button>
            </div>
          ) : null}
          <Rows list={list} companyId={companyId} search={search} />
        </div>
      ) : asked.error ? null : (
        <ListSkeleton />
      )}
    </>
  )
}

type RowsProps = Omit<CallListProps, 'onChange'> & { list: ReturnType<typeof useCalls> }

function Rows({ list: { asked }, companyId, search }: RowsProps) {
  const navigate = useNavigate()
  const more = moreOf(asked)
  const pages = asked.data?.pages ?? []
  const rows = pages.flatMap(({ calls }) => calls.nodes)
  const searchedTo = pages.at(-1)?.calls.searchedToTime ?? null
  if (rows.length === 0 && searchedTo === null) return <NoCalls companyId={companyId} search={search} />
  return (
    <>
      {rows.length === 0 ? null : (
        <Grid
          label={texts.title}
          hasOnlyText
          columns={callColumns(nameKeys(pages[0]?.first?.apiKeys.nodes ?? []))}
          rows={rows}
          idOf={({ id }) => id}
          total={asked.hasNextPage ? -1 : rows.length}
          {...more}
          // A search that stopped early goes on only when asked, so that a rare filter does not search for ever.
          onEnd={searchedTo === null && !asked.isFetching ? more.onEnd : undefined}
          onOpen={({ id }) => void navigate({ to: `/c/${companyId}/calls/${id}` })}
          heightMax={640}
        />
      )}
      {searchedTo === null ? null : (
        <p className="list-foot">
          <span>
            {texts.searchedTo} <Moment at={searchedTo} /> {texts.utc}
          </span>
          <Button size="s" onClick={() => void asked.fetchNextPage()} isBusy={asked.isFetchingNextPage}>
            {texts.searchOn}
          </Button>
        </p>
      )}
    </>
  )
}

function NoCalls({ companyId, search }: Pick<CallListProps, 'companyId' | 'search'>) {
  const { keyId, model, status, reason } = search
  const isFiltered = [keyId, model, status, reason].some((value) => value !== undefined)
  return (
    <div className="panel">
      <Empty
        icon="calls"
        title={isFiltered ? texts.noneMatch : texts.noneYet}
        action={
          isFiltered ? (
            <Link className="button" to={`/c/${companyId}/calls`}>
              {texts.clear}
            </Link>
          ) : (
            <Link className="button" data-kind="primary" to={`/c/${companyId}/playground`}>
              {texts.tryModel}
            </Link>
          )
        }
      >
        <p>{isFiltered ? texts.noneMatchText : texts.noneYetText}</p>
      </Empty>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {stateTexts.loading}
      </span>
      <Skeleton lines={1} height={210} />
      <Skeleton lines={8} height={32} />
    </div>
  )
}
