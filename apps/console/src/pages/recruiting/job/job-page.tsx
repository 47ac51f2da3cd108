import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useAskedPages } from '../../../graphql/use-asked-pages.ts'
import { Segments } from '../../../parts/form/segments.tsx'
import { BackLink, PageHead } from '../../../parts/page-head.tsx'
import { FaultNotice } from '../../../parts/states/fault-notice.tsx'
import { Loaded } from '../../../parts/states/loaded.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { useCompanyId } from '../../../shell/use-frame.ts'
import { jobTexts as texts } from '../../../words/en/recruiting/job.ts'
import { pageTitles } from '../../../words/en/pages.ts'
import { JobState } from '../jobs/job-state.tsx'
import { JobActions } from './job-actions.tsx'
import { JobHistory } from './job-history.tsx'
import { JobMatches } from './job-matches.tsx'
import { JobText } from './text/job-text.tsx'
import { type JobResult, job as jobOperation } from './job.generated.ts'
import { MatchingQueue } from './matching-queue.tsx'
import { useJobChange } from './use-job-change.ts'

const tabs = [
  { value: 'matches', label: texts.matchesTab },
  { value: 'text', label: texts.textTab },
  { value: 'history', label: texts.historyTab },
] as const

export function JobPage() {
  const companyId = useCompanyId() ?? ''
  const { jobId = '' } = useParams({ strict: false }) as { jobId?: string }
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: unknown }
  const tab = tabs.find(({ value }) => value === wanted)?.value ?? 'matches'
  const navigate = useNavigate()
  const address = `/c/${companyId}/jobs/${jobId}`
  const { asked, ...more } = useAskedPages(
    jobOperation,
    { companyId, jobId },
    { read: readMatches, topics: ['JOBS', 'MATCHES', 'TALENTS', 'DOCUMENTS', 'TASKS'] },
  )
  const change = useJobChange(companyId, jobId)
  const first = asked.data?.first
  return (
    <div className="page">
      <BackLink to={`/c/${companyId}/jobs`}>{texts.back}</BackLink>
      <PageHead
        title={first?.job.title ?? pageTitles.job}
        text={
          first ? (
            <MatchingQueue status={<JobState {...first.job} />} state={first.matchingState} />
          ) : undefined
        }
        actions={first ? <JobActions companyId={companyId} job={first.job} change={change} /> : undefined}
      />
      {change.fault ? <FaultNotice fault={change.fault} /> : null}
      <Loaded asked={asked} skeleton={<Skeleton lines={8} height={32} />}>
        {(data) =>
          data ? (
            <div className="stack">
              <Segments
                label={texts.tabs}
                value={tab}
                options={tabs}
                onChange={(value) =>
                  void navigate({ to: address, search: value === 'matches' ? {} : { tab: value } })
                }
              />
              {tab === 'matches' ? (
                <JobMatches companyId={companyId} data={data} address={address} more={more} />
              ) : tab === 'text' ? (
                <JobText job={data.first.job} change={change} />
              ) : (
                <JobHistory data={data.first} />
              )}
            </div>
          ) : null
        }
      </Loaded>
    </div>
  )
}

const readMatches = (result: JobResult) => result.matches
