import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Button } from '../../../parts/form/button.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { jobsTexts as texts } from '../../../words/en/recruiting/jobs.ts'
import { FirstJob } from './first-job.tsx'
import { JobList } from './job-list.tsx'
import { type JobsSearch, readJobsSearch, writeJobsSearch } from './jobs-search.ts'
import { type JobsResult, jobs } from './jobs.generated.ts'
import { PostJob } from './post/post-job.tsx'

export function JobsPage() {
  const companyId = useCompanyId() ?? ''
  const search = readJobsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { asked, ...more } = useAskedPages(
    jobs,
    { companyId, status: search.status ?? null, titleWords: search.words ?? null },
    { read: readJobs, topics: ['JOBS', 'MATCHES'], isEnabled: !search.isPosting },
  )
  const onChange = (next: JobsSearch) =>
    void navigate({ to: `/c/${companyId}/jobs`, search: writeJobsSearch(next) })
  const post = () => onChange({ isPosting: true })
  if (search.isPosting) return <PostJob companyId={companyId} />
  const hasJobs = (asked.data?.first.any.nodes.length ?? 0) > 0
  return (
    <div className="page">
      <PageHead
        title={texts.title}
        text={texts.text}
        actions={
          hasJobs ? (
            <Button kind="primary" onClick={post}>
              {texts.post}
            </Button>
          ) : undefined
        }
      />
      <Loaded asked={asked} skeleton={<Skeleton lines={8} height={32} />}>
        {(data) =>
          data && hasJobs ? (
            <JobList
              rows={data.rows}
              hasMore={data.hasMore}
              search={search}
              onChange={onChange}
              onOpen={({ id }) => void navigate({ to: `/c/${companyId}/jobs/${id}` })}
              more={more}
            />
          ) : (
            <FirstJob onPost={post} />
          )
        }
      </Loaded>
    </div>
  )
}

const readJobs = (result: JobsResult) => result.jobs
