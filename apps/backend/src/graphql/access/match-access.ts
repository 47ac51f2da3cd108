// Access to the fields of the types that a match consists of.
import { asParent } from './as-parent.ts'

export const matchAccess = {
  FlaggedLine: asParent('line', 'text'),
  Match: asParent(
    'arithmetic',
    'band',
    'computedAt',
    'coveragePercent',
    'flaggedLines',
    'isUpToDate',
    'jobId',
    'judgement',
    'questions',
    'rows',
    'score',
    'talentId',
    'talentName',
  ),
  MatchConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  MatchRow: asParent(
    'category',
    'counted',
    'importance',
    'lines',
    'quotes',
    'requirementId',
    'sentence',
    'status',
    'text',
  ),
  MatchQuestion: asParent('requirementId', 'text', 'wouldAdd'),
  MatchingState: asParent(
    'cvsWaiting',
    'isGeneratorRunning',
    'isJudgementWaiting',
    'lastMatchedAt',
    'status',
    'talentsWaiting',
  ),
  TalentMatch: asParent('band', 'computedAt', 'jobId', 'jobTitle', 'score'),
} as const
