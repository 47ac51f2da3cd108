// Words that the lists of matches and the page of a match share.
import type { JobResult } from '../../../pages/recruiting/job/job.generated.ts'

type ListedMatch = JobResult['matches']['nodes'][number]

export const bandTexts: Record<ListedMatch['band'], string> = {
  EXCELLENT: 'Excellent',
  GOOD: 'Good',
  WEAK: 'Weak',
  UNRELATED: 'Unrelated',
}

export const requirementStatusTexts: Record<ListedMatch['rows'][number]['status'], string> = {
  MET: 'Met',
  PARTLY_MET: 'Partly met',
  NOT_SHOWN: 'Not shown',
  CONTRADICTED: 'Contradicted',
}

/** The name of a talent while it is hidden. */
export const hiddenName = (talentId: string) => `Talent ${talentId.slice(-4)}`
