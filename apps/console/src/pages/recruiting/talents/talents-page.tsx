import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Select } from '../../../parts/form/select.tsx'
import { Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { talentsTexts as texts } from '../../../words/en/recruiting/talents.ts'
import { FoundTalents } from './found-talents.tsx'
import { SearchField } from './search-field.tsx'
import { talentColumns } from './talent-columns.tsx'
import {
  type TalentsSearch,
  readTalentsSearch,
  talentStatuses,
  writeTalentsSearch,
} from './talents-search.ts'
import { type TalentsResult, talents } from './talents.generated.ts'

export function TalentsPage() {
  const companyId = useCompanyId() ?? ''
  const search = readTalentsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const onChange = (next: TalentsSearch) =>
    void navigate({ to: `/c/${companyId}/talents`, search: writeTalentsSearch(next) })
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <div className="stack">
        <div className="toolbar">
          <SearchField words={search.words} onSearch={(words) => onChange({ ...search, words })} />
          {search.words === '' ? <StatusFilter search={search} onChange={onChange} /> : null}
        </div>
        {search.words === '' ? (
          <TalentList companyId={companyId} search={search} />
        ) : (
          <FoundTalents companyId={companyId} words={search.words} />
        )}
      </div>
    </div>
  )
}

type FilterProps = { search: TalentsSearch; onChange: (search: TalentsSearch) => void }

function StatusFilter({ search, onChange }: FilterProps) {
  return (
    <fieldset className="filters">
      <legend className="visually-hidden">{texts.filters}</legend>
      <Select
        label={texts.status}
        isLabelHidden
        value={search.status ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ ...search, status: talentStatuses.find((one) => one === value) })
        }
        options={[
          { value: '', label: texts.allStatuses },
          ...talentStatuses.map((value) => ({ value, label: texts.statuses[value] })),
        ]}
      />
    </fieldset>
  )
}

const readTalents = (result: TalentsResult) => result.talents

function TalentList({ companyId, search }: { companyId: string; search: TalentsSearch }) {
  const navigate = useNavigate()
  const { asked, ...more } = useAskedPages(
    talents,
    { companyId, status: search.status ?? null },
    { read: readTalents, topics: ['TALENTS'] },
  )
  return (
    <Loaded asked={asked} skeleton={<Skeleton lines={9} height={32} />}>
      {(data) =>
        data === undefined || data.rows.length === 0 ? (
          <NoTalents companyId={companyId} isFiltered={search.status !== undefined} />
        ) : (
          <Grid
            label={texts.title}
            columns={talentColumns}
            rows={data.rows}
            idOf={({ id }) => id}
            total={data.hasMore ? -1 : data.rows.length}
            onOpen={({ id }) => void navigate({ to: `/c/${companyId}/talents/${id}` })}
            heightMax={640}
            {...more}
          />
        )
      }
    </Loaded>
  )
}

function NoTalents({ companyId, isFiltered }: { companyId: string; isFiltered: boolean }) {
  return (
    <div className="panel">
      {isFiltered ? (
        <Empty icon="talents" title={texts.noneMatch}>
          <p>{texts.noneMatchText}</p>
        </Empty>
      ) : (
        <Empty
          icon="talents"
          title={texts.empty}
          action={
            <Link className="button" data-kind="primary" to={`/c/${companyId}/documents`}>
              {texts.upload}
            </Link>
          }
        >
          <p>{texts.emptyText}</p>
        </Empty>
      )}
    </div>
  )
}
