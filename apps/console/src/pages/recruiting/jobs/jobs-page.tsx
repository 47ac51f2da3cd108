import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { Select } from '../../../parts/form/select.tsx'
import { Grid } from '../../../parts/grid/grid.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { jobStatusTexts, jobsTexts as texts } from '../../../words/en/recruiting/jobs.ts'
import { type JobRow, jobColumns } from './job-columns.tsx'
import { type JobsSearch, readJobsSearch } from './jobs-search.ts'
import { type JobsResult, jobs } from './jobs.generated.ts'

export function JobsPage() {
  const companyId = useCompanyId() ?? ''
  const search = readJobsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { asked, isLoadingMore, onEnd } = useAskedPages(
    jobs,
    { companyId, status: search.status ?? null },
    { read: readJobs, topics: ['JOBS', 'MATCHES'] },
  )
  const onChange = (next: JobsSearch) => void navigate({ to: `/c/${companyId}/jobs`, search: next })
  return (
    <div className="page">
      <PageHead title={texts.title} text={texts.text} />
      <Loaded asked={asked} skeleton={<Skeleton lines={8} height={32} />}>
        {(data) =>
          data && data.first.any.nodes.length > 0 ? (
            <JobList
              rows={data.rows}
              hasMore={data.hasMore}
              search={search}
              onChange={onChange}
              onOpen={({ id }) => void navigate({ to: `/c/${companyId}/jobs/${id}` })}
              more={{ isLoadingMore, onEnd }}
            />
          ) : (
            <div className="panel">
              <Empty icon="jobs" title={texts.none}>
                <p>{texts.noneText}</p>
              </Empty>
            </div>
          )
        }
      </Loaded>
    </div>
  )
}

const readJobs = (result: JobsResult) => result.jobs

type JobListProps = {
  rows: readonly JobRow[]
  hasMore: boolean
  search: JobsSearch
  onChange: (search: JobsSearch) => void
  onOpen: (job: JobRow) => void
  more: { isLoadingMore: boolean; onEnd: (() => void) | undefined }
}

function JobList({ rows, hasMore, search, onChange, onOpen, more }: JobListProps) {
  return (
    <div className="stack">
      <fieldset className="filters">
        <legend className="visually-hidden">{texts.filters}</legend>
        <Select
          label={texts.status}
          isLabelHidden
          value={search.status ?? ''}
          onChange={({ target }) => onChange(readJobsSearch({ status: target.value }))}
          options={[
            { value: '', label: texts.allStatuses },
            ...Object.entries(jobStatusTexts).map(([value, label]) => ({ value, label })),
          ]}
        />
      </fieldset>
      {rows.length === 0 ? (
        <div className="panel">
          <Empty
            icon="jobs"
            title={texts.noneMatch}
            action={<Button onClick={() => onChange({})}>{texts.showAll}</Button>}
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
