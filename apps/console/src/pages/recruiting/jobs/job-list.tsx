import type { MoreRows } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { Grid } from '../../../parts/grid/grid.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { jobStatusTexts, jobsTexts as texts } from '../../../words/en/recruiting/jobs.ts'
import { type JobRow, jobColumns } from './job-columns.tsx'
import { type JobsSearch, readJobsSearch } from './jobs-search.ts'

type JobListProps = {
  rows: readonly JobRow[]
  hasMore: boolean
  search: JobsSearch
  onChange: (search: JobsSearch) => void
  onOpen: (job: JobRow) => void
  more: MoreRows
}

export function JobList({ rows, hasMore, search, onChange, onOpen, more }: JobListProps) {
  return (
    <div className="stack">
      <Filters search={search} onChange={onChange} />
      {rows.length === 0 ? (
        <div className="panel">
          <Empty
            icon="jobs"
            title={texts.noneMatch}
            action={<Button onClick={() => onChange({ isPosting: false })}>{texts.showAll}</Button>}
          >
            <p>{texts.noneMatchText}</p>
          </Empty>
        </div>
      ) : (
        <>
          <Grid
            label={texts.list}
            columns={jobColumns}
            rows={rows}
            idOf={({ id }) => id}
            onOpen={onOpen}
            total={hasMore ? -1 : rows.length}
            heightMax={640}
            {...more}
          />
          <p className="soft small">{texts.utc}</p>
        </>
      )}
    </div>
  )
}

function Filters({ search, onChange }: Pick<JobListProps, 'search' | 'onChange'>) {
  const { words = '', status = '' } = search
  return (
    <div className="filters">
      <form
        role="search"
        className="find"
        onSubmit={(event) => {
          event.preventDefault()
          onChange(readJobsSearch({ status, words: new FormData(event.currentTarget).get('words') }))
        }}
      >
        <Icon name="search" />
        <input
          key={words}
          name="words"
          type="search"
          className="input"
          aria-label={texts.find}
          placeholder={texts.find}
          defaultValue={words}
          maxLength={200}
          autoComplete="off"
        />
      </form>
      <Select
        label={texts.status}
        isLabelHidden
        value={status}
        onChange={({ target }) => onChange(readJobsSearch({ words, status: target.value }))}
        options={[
          { value: '', label: texts.allStatuses },
          ...Object.entries(jobStatusTexts).map(([value, label]) => ({ value, label })),
        ]}
      />
    </div>
  )
}
