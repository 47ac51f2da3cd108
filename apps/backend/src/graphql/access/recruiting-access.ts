// Access to the operations on single recruiting objects, and on the background work for them.
import { asParent } from './as-parent.ts'

export const recruitingQueries = {
  backgroundTask: 'companyMember',
  backgroundTasks: 'companyMember',
  document: 'companyMember',
  job: 'companyMember',
  match: 'companyMember',
  matchHistory: 'companyMember',
  meeting: 'companyMember',
  previewJob: 'companyMember',
  scoreWhatIf: 'companyMember',
} as const

export const recruitingMutations = {
  cancelBackgroundTask: 'companyAdmin',
  rematchJob: 'companyMember',
  retryBackgroundTask: 'companyAdmin',
  revealTalent: 'companyMember',
  setTalentStatus: 'companyMember',
} as const

export const recruitingAccess = {
  BackgroundTask: asParent(
    'attempts',
    'enqueuedAt',
    'id',
    'kind',
    'lastError',
    'nextTryAt',
    'state',
    'step',
    'subjectId',
    'subjectKind',
  ),
  BackgroundTaskConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
} as const
