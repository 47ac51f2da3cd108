import type { Column } from '../../../parts/grid/grid.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { jobsTexts as texts, workplaceTexts } from '../../../words/en/recruiting/jobs.ts'
import { JobState } from './job-state.tsx'
import type { JobsResult } from './jobs.generated.ts'

export type JobRow = JobsResult['jobs']['nodes'][number]

export const jobColumns: readonly Column<JobRow>[] = [
  {
    name: 'title',
    title: texts.job,
    width: 'minmax(140px, 2fr)',
    cell: ({ title }) => <span title={title}>{title}</span>,
  },
  { name: 'status', title: texts.status, width: '96px', cell: (job) => <JobState {...job} /> },
  {
    name: 'place',
    title: texts.place,
    width: 'minmax(120px, 1fr)',
    isMinor: true,
    cell: (job) => <span className="soft">{placeOf(job)}</span>,
  },
  {
    name: 'created',
    title: texts.created,
    width: '128px',
    isMinor: true,
    cell: ({ createdAt }) => <Moment at={createdAt} as="day" />,
  },
]

function placeOf({ workplace, locations }: JobRow): string {
  const place = locations[0]?.text
  return [place, workplace ? workplaceTexts[workplace.value] : undefined]
    .filter((part) => part !== undefined)
    .join(', ')
}
