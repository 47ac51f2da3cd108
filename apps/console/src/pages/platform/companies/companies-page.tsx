import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type MoreRows, useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { SearchField } from '../../../parts/form/search-field.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { companiesTexts as texts, companyStateTexts } from '../../../words/en/platform/companies.ts'
import { type PlatformCompaniesResult, platformCompanies } from './companies.generated.ts'
import {
  type CompaniesSearch,
  companyStates,
  readCompaniesSearch,
  writeCompaniesSearch,
} from './companies-search.ts'
import { type CompanyRow, companyColumns } from './company-columns.tsx'
import { CreateCompany } from './create-company.tsx'

const stateOptions = [
  { value: '', label: texts.anyState },
  ...companyStates.map((value) => ({ value, label: companyStateTexts[value] })),
]

const readCompanies = (result: PlatformCompaniesResult) => result.companies

export function CompaniesPage() {
  const search = readCompaniesSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { name, state, isCreating } = search
  const setSearch = useCallback(
    (next: CompaniesSearch) =>
      void navigate({ to: '/admin/companies', search: writeCompaniesSearch(next), replace: true }),
    [navigate],
  )
  const onSearch = useCallback(
    (text: string) => setSearch({ name: text, state, isCreating }),
    [setSearch, state, isCreating],
  )
  const { asked, ...more } = useAskedPages(
    platformCompanies,
    { nameContains: name === '' ? null : name, state },
    { read: readCompanies },
  )
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={
          <Button kind="primary" onClick={() => setSearch({ ...search, isCreating: true })}>
            {texts.create}
          </Button>
        }
      />
      <div className="stack">
        <div className="toolbar">
          <SearchField label={texts.search} value={name} onSearch={onSearch} />
          <div className="filters">
            <Select
              label={texts.state}
              isLabelHidden
              options={stateOptions}
              value={state ?? ''}
              onChange={({ target }) =>
                setSearch({ ...search, state: companyStates.find((known) => known === target.value) ?? null })
              }
            />
          </div>
        </div>
        <Loaded asked={asked} skeleton={<Skeleton lines={1} height={480} />}>
          {(data) => (
            <CompanyList
              rows={data?.rows ?? []}
              hasMore={data?.hasMore ?? false}
              more={more}
              onShowAll={() => setSearch({ name: '', state: null, isCreating: false })}
            />
          )}
        </Loaded>
      </div>
      {isCreating ? <CreateCompany onClose={() => setSearch({ ...search, isCreating: false })} /> : null}
    </div>
  )
}

type CompanyListProps = {
  rows: readonly CompanyRow[]
  hasMore: boolean
  more: MoreRows
  onShowAll: () => void
}

function CompanyList({ rows, hasMore, more, onShowAll }: CompanyListProps) {
  const navigate = useNavigate()
  const open = useCallback(
    ({ id }: CompanyRow) => void navigate({ to: `/admin/companies/${id}` }),
    [navigate],
  )
  if (rows.length === 0)
    return (
      <div className="panel">
        <Empty
          icon="profile"
          title={texts.none}
          action={<Button onClick={onShowAll}>{texts.showAll}</Button>}
        >
          <p>{texts.noneText}</p>
        </Empty>
      </div>
    )
  return (
    <>
      <Grid
        label={texts.list}
        columns={companyColumns(rows)}
        rows={rows}
        idOf={({ id }) => id}
        onOpen={open}
        total={hasMore ? -1 : rows.length}
        {...more}
      />
      <p className="soft small">{texts.utc}</p>
    </>
  )
}
