import type { Column } from '../../../parts/grid/grid.tsx'
import { Badge } from '../../../parts/text/badge.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { jobsTexts as texts, matchingTexts, workplaceTexts } from '../../../words/en/recruiting/jobs.ts'
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
    name: 'matches',
    title: texts.matches,
    width: '112px',
    isNumber: true,
    cell: ({ matching: { goodCount, matchCount } }) =>
      matchCount === 0 ? <span className="soft">{goodCount}</span> : texts.matchesOf(goodCount, matchCount),
  },
  {
    name: 'matched',
    title: texts.matched,
    width: 'minmax(152px, 1fr)',
    isMinor: true,
    cell: ({ matching }) => <Matched {...matching} />,
  },
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
    width: '112px',
    isMinor: true,
    cell: ({ createdAt }) => <Moment at={createdAt} as="day" />,
  },
]

/** When a job was last matched, or what is queued for it. */
function Matched({ status, lastMatchedAt }: JobRow['matching']) {
  const queued = matchingTexts[status]
  if (queued !== '') return <Badge tone={status === 'FAILED' ? 'bad' : 'accent'}>{queued}</Badge>
  if (lastMatchedAt === null) return <span className="soft">{texts.never}</span>
  return <Moment at={lastMatchedAt} as="ago" />
}

function placeOf({ workplace, locations }: JobRow): string {
  const place = locations[0]?.text
  return [place, workplace ? workplaceTexts[workplace.value] : undefined]
    .filter((part) => part !== undefined)
    .join(', ')
}
