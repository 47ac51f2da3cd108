import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { useAsked } from '../../../graphql/use-asked.ts'
import { Button } from '../../../parts/form/button.tsx'
import { BackLink, PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { pageTitles } from '../../../words/en/pages.ts'
import { keyTexts as texts } from '../../../words/en/settings/key.ts'
import { KeyStatus } from '../keys/key-status.tsx'
import { KeyDialogs } from './change/key-dialogs.tsx'
import { RotationPanel } from './change/rotation-panel.tsx'
import { EndedNotice } from './ended-notice.tsx'
import { firstRefusalMs } from './first-refusal.ts'
import { KeyFigures } from './key-figures.tsx'
import { KeyRefusals, KeyTrail } from './key-records.tsx'
import { type KeySearch, readKeySearch, writeKeySearch } from './key-search.ts'
import { KeySettings } from './key-settings.tsx'
import { KeyUsage } from './key-usage.tsx'
import { type ApiKeyDetailResult, apiKeyDetail } from './key.generated.ts'
import { usageSpan } from './usage-bars.ts'

/** While the first refusal of a revoked key is awaited. No event announces refusals. */
const pollMs = 2_000

export function KeyPage() {
  const companyId = useCompanyId() ?? ''
  const { keyId = '' } = useParams({ strict: false }) as { keyId?: string }
  const { search, setSearch } = useKeySearch(companyId, keyId)
  const { queries } = useConsole()
  const isAdmin = useFrame().data?.balance !== undefined
  const [isPolling, setPolling] = useState(false)
  const [now] = useState(() => new Date())
  const { from, groupBy } = usageSpan(search.period, now)
  const asked = useAsked(
    apiKeyDetail,
    { companyId, keyId, subjectId: keyId, from: from.toISOString(), groupBy: [groupBy] },
    { topics: ['KEYS', 'CALLS'], isEnabled: isAdmin, pollMs: isPolling ? pollMs : undefined },
  )
  const isAwaited = asked.data !== undefined && awaitsRefusal(asked.data)
  if (isAwaited !== isPolling) setPolling(isAwaited)
  return (
    <div className="page">
      <KeyHead companyId={companyId} data={asked.data} open={(dialog) => setSearch({ ...search, dialog })} />
      <Loaded asked={asked} skeleton={<KeySkeleton />}>
        {(data) => (
          <div className="stack-3">
            <EndedNotice data={data} />
            <RotationPanel companyId={companyId} data={data} />
            <KeyFigures data={data} />
            <KeyUsage
              usage={data.usage}
              from={from}
              period={search.period}
              onPeriod={(period) => setSearch({ ...search, period })}
            />
            <div className="columns">
              <KeySettings companyId={companyId} data={data} />
              <KeyRefusals refusals={data.refusals.nodes} />
            </div>
            <KeyTrail entries={data.auditLog.nodes} />
            <KeyDialogs
              companyId={companyId}
              data={data}
              search={search}
              onClose={() => setSearch({ ...search, dialog: undefined })}
              onChanged={() => void queries.invalidateQueries({ queryKey: [apiKeyDetail.name] })}
            />
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** A request that comes days later says nothing about the revocation. */
const awaitedMs = 600_000

function awaitsRefusal({ apiKey: { revokedAt }, afterRevocation }: ApiKeyDetailResult): boolean {
  if (revokedAt === null || Date.now() - Date.parse(revokedAt) > awaitedMs) return false
  return firstRefusalMs(revokedAt, afterRevocation) === undefined
}

function useKeySearch(companyId: string, keyId: string) {
  const search = readKeySearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const setSearch = (next: KeySearch) =>
    void navigate({ to: `/c/${companyId}/profile/api-keys/${keyId}`, search: writeKeySearch(next) })
  return { search, setSearch }
}

type KeyHeadProps = {
  companyId: string
  data: ApiKeyDetailResult | undefined
  open: (dialog: KeySearch['dialog']) => void
}

function KeyHead({ companyId, data, open }: KeyHeadProps) {
  const key = data?.apiKey
  return (
    <>
      <BackLink to={`/c/${companyId}/profile/api-keys`}>{texts.backToList}</BackLink>
      <PageHead
        title={key?.name ?? pageTitles.key}
        text={
          key ? (
            <span className="row-line-text">
              <KeyStatus {...key} /> {texts.hint(key.hint)}
            </span>
          ) : undefined
        }
        actions={key ? <KeyActions companyId={companyId} apiKey={key} open={open} /> : undefined}
      />
    </>
  )
}

type KeyActionsProps = Pick<KeyHeadProps, 'companyId' | 'open'> & { apiKey: ApiKeyDetailResult['apiKey'] }

function KeyActions({ companyId, apiKey: { id, status }, open }: KeyActionsProps) {
  return (
    <>
      <Link className="button" to={`/c/${companyId}/calls`} search={{ keyId: id }}>
        {texts.calls}
      </Link>
      {status === 'LIVE' ? (
        <>
          <Button onClick={() => open('edit')}>{texts.edit}</Button>
          <Button onClick={() => open('rotate')}>{texts.rotate}</Button>
          <Button kind="danger" onClick={() => open('revoke')}>
            {texts.revoke}
          </Button>
        </>
      ) : null}
    </>
  )
}

function KeySkeleton() {
  return (
    <div className="stack-3">
      <Skeleton lines={1} height={88} />
      <Skeleton lines={1} height={280} />
    </div>
  )
}
