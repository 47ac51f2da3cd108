import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useConsole } from '../../../console-context.ts'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { SearchField } from '../../../parts/form/search-field.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { auditTexts as texts } from '../../../words/en/platform/audit.ts'
import { type PlatformAuditResult, companyAudit, platformAudit } from './audit.generated.ts'
import { AuditList } from './audit-list.tsx'
import { type AuditSearch, filtersOf, readAuditSearch, writeAuditSearch } from './audit-search.ts'
import { exportAudit } from './export-audit.ts'

const readEntries = (result: PlatformAuditResult) => result.entries

/** The log of the platform, or with a company in the address that of the company. */
export function AuditPage() {
  const { ask } = useConsole()
  const { search, setSearch } = useAuditSearch()
  const isOfCompany = search.company !== ''
  const ofPlatform = useAskedPages(platformAudit, filtersOf(search), {
    read: readEntries,
    isEnabled: !isOfCompany,
  })
  const ofCompany = useAskedPages(
    companyAudit,
    { ...filtersOf(search), companyId: search.company },
    { read: readEntries, isEnabled: isOfCompany },
  )
  const { asked, ...more } = isOfCompany ? ofCompany : ofPlatform
  const name = ofCompany.asked.data?.first.company.name ?? ''
  const clear = () => setSearch({ company: search.company, actor: '', action: '', subject: '' })
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={isOfCompany ? texts.ofCompany(name) : texts.text}
        actions={
          <>
            {isOfCompany ? (
              <Link className="button" to="/admin/audit">
                {texts.showPlatform}
              </Link>
            ) : null}
            <Button icon="download" onClick={() => void exportAudit(ask, search)}>
              {texts.csv}
            </Button>
          </>
        }
      />
      <div className="stack">
        <Filters search={search} onChange={setSearch} />
        <Loaded asked={asked} skeleton={<Skeleton lines={1} height={480} />}>
          {(data) =>
            data === undefined || data.rows.length === 0 ? (
              <NoEntries onClear={clear} />
            ) : (
              <AuditList rows={data.rows} hasMore={data.hasMore} more={more} />
            )
          }
        </Loaded>
      </div>
    </div>
  )
}

function useAuditSearch() {
  const search = readAuditSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const setSearch = (next: AuditSearch) =>
    void navigate({ to: '/admin/audit', search: writeAuditSearch(next), replace: true })
  return { search, setSearch }
}

type FiltersProps = { search: AuditSearch; onChange: (search: AuditSearch) => void }

function Filters({ search, onChange }: FiltersProps) {
  return (
    <div className="toolbar">
      {(['action', 'actor', 'subject'] as const).map((name) => (
        <FilterField key={name} name={name} search={search} onChange={onChange} />
      ))}
    </div>
  )
}

function FilterField({ name, search, onChange }: FiltersProps & { name: 'action' | 'actor' | 'subject' }) {
  const onSearch = useCallback(
    (text: string) => onChange({ ...search, [name]: text }),
    [onChange, search, name],
  )
  return <SearchField label={texts[name]} value={search[name]} onSearch={onSearch} />
}

function NoEntries({ onClear }: { onClear: () => void }) {
  return (
    <div className="panel">
      <Empty icon="info" title={texts.none} action={<Button onClick={onClear}>{texts.clear}</Button>}>
        <p>{texts.noneText}</p>
      </Empty>
    </div>
  )
}
