import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsole } from '../../../console-context.ts'
import { type MoreRows, useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { exportCsv } from '../../../shell/tray/export-csv.ts'
import { useCompanyId, useFrame } from '../../../shell/use-frame.ts'
import { spanOf } from '../../../time/periods.ts'
import { exportTexts } from '../../../words/en/company/exports.ts'
import { auditTexts as texts } from '../../../words/en/settings/audit.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditEntryDialog, type Entry } from './audit-entry-dialog.tsx'
import { AuditFilterFields } from './audit-filters.tsx'
import { type AuditSearch, isFiltered, readAuditSearch, writeAuditSearch } from './audit-search.ts'
import { type AuditLogResult, auditLog } from './audit.generated.ts'

export function AuditPage() {
  const companyId = useCompanyId() ?? ''
  const { session } = useConsole()
  const { search, setSearch } = useAuditSearch(companyId)
  const [nowMs] = useState(() => Date.now())
  const { from, to } = spanOf(search.period, nowMs)
  const { action, actorId, subjectKind } = search
  const filters = { from: from.toISOString(), to: to.toISOString(), action, actorId, subjectKind }
  // Only admins may read the balance; the shell explains the page to others.
  const isAdmin = useFrame().data?.balance !== undefined
  const { asked, ...more } = useAskedPages(
    auditLog,
    { companyId, ...filters },
    { read: readEntries, isEnabled: isAdmin },
  )
  const download = () => void exportCsv(session, { kind: 'audit', query: { companyId, ...filters } })
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={
          <Button icon="download" onClick={download}>
            {exportTexts.button}
          </Button>
        }
      />
      <div className="stack">
        <AuditFilterFields search={search} onChange={setSearch} members={asked.data?.first.members ?? []} />
        <Loaded asked={asked} skeleton={<Skeleton lines={1} height={400} />}>
          {(data) => (
            <AuditList
              rows={data?.rows ?? []}
              hasMore={data?.hasMore ?? false}
              isNarrowed={isFiltered(search)}
              onClear={() => setSearch({ period: search.period })}
              more={more}
            />
          )}
        </Loaded>
      </div>
    </div>
  )
}

const readEntries = (result: AuditLogResult) => result.auditLog

function useAuditSearch(companyId: string) {
  const search = readAuditSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const setSearch = (next: AuditSearch) =>
    void navigate({ to: `/c/${companyId}/profile/audit`, search: writeAuditSearch(next) })
  return { search, setSearch }
}

type AuditListProps = {
  rows: readonly Entry[]
  hasMore: boolean
  isNarrowed: boolean
  onClear: () => void
  more: MoreRows
}

function AuditList({ rows, hasMore, isNarrowed, onClear, more }: AuditListProps) {
  const [opened, setOpened] = useState<Entry>()
  if (rows.length === 0)
    return (
      <div className="panel">
        <Empty
          icon="shield"
          title={isNarrowed ? texts.noneMatch : texts.none}
          action={isNarrowed ? <Button onClick={onClear}>{texts.clear}</Button> : undefined}
        >
          <p>{isNarrowed ? texts.noneMatchText : texts.noneText}</p>
        </Empty>
      </div>
    )
  return (
    <>
      <Grid
        label={texts.list}
        hasOnlyText
        columns={auditColumns}
        rows={rows}
        idOf={({ id }) => id}
        onOpen={setOpened}
        total={hasMore ? -1 : rows.length}
        heightMax={640}
        {...more}
      />
      <p className="soft small">{texts.utc}</p>
      {opened ? <AuditEntryDialog entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
