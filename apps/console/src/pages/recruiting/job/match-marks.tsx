import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { bandTexts, requirementStatusTexts } from '../../../words/en/recruiting/matches.ts'
import type { JobResult } from './job.generated.ts'

export type ListedMatch = JobResult['matches']['nodes'][number]
export type Band = ListedMatch['band']
export type RequirementStatus = ListedMatch['rows'][number]['status']

const bandTones: Record<Band, BadgeTone> = {
  EXCELLENT: 'good',
  GOOD: 'accent',
  WEAK: 'warn',
  UNRELATED: 'neutral',
}

export function BandBadge({ band }: { band: Band }) {
  return <Badge tone={bandTones[band]}>{bandTexts[band]}</Badge>
}

const statusTones: Record<RequirementStatus, BadgeTone> = {
  MET: 'good',
  PARTLY_MET: 'warn',
  NOT_SHOWN: 'neutral',
  CONTRADICTED: 'bad',
}

export function StatusBadge({ status }: { status: RequirementStatus }) {
  return <Badge tone={statusTones[status]}>{requirementStatusTexts[status]}</Badge>
}

/** One mark per requirement, in the order of the job; the words say the same. */
export function StatusMarks({ rows }: Pick<ListedMatch, 'rows'>) {
  return (
    <span className="status-marks" role="img" aria-label={summaryOf(rows)} data-tip={summaryOf(rows)}>
      {rows.map(({ status, text }, index) => (
        <span key={`${index}-${text}`} data-status={status} />
      ))}
    </span>
  )
}

/** "5 met, 1 partly met, 2 not shown" */
function summaryOf(rows: ListedMatch['rows']): string {
  const statuses = Object.keys(requirementStatusTexts) as RequirementStatus[]
  return statuses
    .map((status) => ({ status, count: rows.filter((row) => row.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${requirementStatusTexts[status].toLowerCase()}`)
    .join(', ')
}

/** Two places, cut and not rounded, so that a score never looks as if it were in the next band. */
export function shortScore(score: string): string {
  const [whole = '0', places = ''] = score.split('.')
  return `${whole}.${places.slice(0, 2).padEnd(2, '0')}`
}
