import { Badge, type BadgeTone } from '../../../parts/text/badge.tsx'
import { jobStatusTexts } from '../../../words/en/recruiting/jobs.ts'
import type { JobStatus } from './jobs-search.ts'

const tones: Record<JobStatus, BadgeTone> = {
  ACTIVE: 'good',
  DRAFT: 'neutral',
  PAUSED: 'warn',
  CLOSED: 'neutral',
  EXPIRED: 'neutral',
}

export function JobState({ status }: { status: JobStatus }) {
  return <Badge tone={tones[status]}>{jobStatusTexts[status]}</Badge>
}
