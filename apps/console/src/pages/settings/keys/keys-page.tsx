import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { apiReferenceUrl } from '../../../shell/header/gateway-url.ts'
import { type MoreRows, useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Segments } from '../../../parts/form/segments.tsx'
import { Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { DocsLink } from '../../../parts/text/docs-link.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { keyStatusTexts, keysTexts as texts } from '../../../words/en/settings/keys.ts'
import { NewKey } from './create/new-key.tsx'
import { FirstKey } from './first-key.tsx'
import { keyColumns } from './key-columns.tsx'
import { type ApiKeysResult, apiKeys } from './keys.generated.ts'
import { type KeyFilter, type KeysSearch, readKeysSearch, writeKeysSearch } from './keys-search.ts'

const filters = [
  { value: 'LIVE', label: keyStatusTexts.LIVE },
  { value: 'EXPIRED', label: keyStatusTexts.EXPIRED },
  { value: 'REVOKED', label: keyStatusTexts.REVOKED },
  { value: 'ALL', label: texts.all },
] as const

export function KeysPage() {
  const companyId = useCompanyId() ?? ''
  const { search, setSearch } = useKeysSearch(companyId)
  // Only admins may read the balance; the shell explains the page to others.
  const isAdmin = useFrame().data?.balance !== undefined
  const { asked, ...more } = useAskedPages(
    apiKeys,
    { companyId, status: search.status === 'ALL' ? null : search.status },
    { read: readKeys, topics: ['KEYS', 'CALLS'], isEnabled: isAdmin },
  )
  const hasKeys = (asked.data?.first.any.nodes.length ?? 0) > 0
  const create = () => setSearch({ ...search, isCreating: true })
  const show = (status: KeyFilter) => setSearch({ status, isCreating: false })
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={
          <>
            <DocsLink href={apiReferenceUrl()}>{texts.reference}</DocsLink>
            {hasKeys ? (
              <Button kind="primary" onClick={create}>
                {texts.create}
              </Button>
            ) : null}
          </>
        }
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={1} height={320} />}>
        {(data) =>
          hasKeys ? (
            <KeyList
              companyId={companyId}
              rows={data?.rows ?? []}
              hasMore={data?.hasMore ?? false}
              status={search.status}
              onStatus={show}
              more={more}
            />
          ) : (
            <FirstKey onCreate={create} />
          )
        }
      </Loaded>
      {search.isCreating && asked.data ? (
        <NewKey companyId={companyId} models={asked.data.first.models} onClose={() => show(search.status)} />
      ) : null}
    </div>
  )
}

const readKeys = (result: ApiKeysResult) => result.apiKeys

function useKeysSearch(companyId: string) {
  const search = readKeysSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const setSearch = (next: KeysSearch) =>
    void navigate({ to: `/c/${companyId}/profile/api-keys`, search: writeKeysSearch(next) })
  return { search, setSearch }
}

type KeyListProps = {
  companyId: string
  rows: ApiKeysResult['apiKeys']['nodes']
  hasMore: boolean
  status: KeyFilter
  onStatus: (status: KeyFilter) => void
  more: MoreRows
}

function KeyList({ companyId, rows, hasMore, status, onStatus, more }: KeyListProps) {
  const navigate = useNavigate()
  const open = useCallback(
    ({ id }: { id: string }) => void navigate({ to: `/c/${companyId}/profile/api-keys/${id}` }),
    [navigate, companyId],
  )
  return (
    <div className="stack">
      <Segments label={texts.filter} value={status} options={filters} onChange={onStatus} />
      {rows.length > 0 || status === 'ALL' ? (
        <>
          <Grid
            label={texts.list}
            columns={keyColumns(rows)}
            rows={rows}
            idOf={({ id }) => id}
            onOpen={open}
            total={hasMore ? -1 : rows.length}
            {...more}
          />
          <p className="soft small">{texts.utc}</p>
        </>
      ) : (
        <div className="panel">
          <Empty
            icon="key"
            title={texts.noneOfStatus[status]}
            action={<Button onClick={() => onStatus('ALL')}>{texts.showAll}</Button>}
          >
            <p>{texts.noneOfStatusText}</p>
          </Empty>
        </div>
      )}
    </div>
  )
}
