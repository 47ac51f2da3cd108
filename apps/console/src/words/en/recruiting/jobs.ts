import type { JobStatus } from '../../../pages/recruiting/jobs/jobs-search.ts'
import type { JobsResult } from '../../../pages/recruiting/jobs/jobs.generated.ts'

export const jobStatusTexts: Record<JobStatus, string> = {
  ACTIVE: 'Active',
  DRAFT: 'Draft',
  PAUSED: 'Paused',
  CLOSED: 'Closed',
  EXPIRED: 'Expired',
}

export const workplaceTexts: Record<'hybrid' | 'on_site' | 'remote', string> = {
  on_site: 'On site',
  hybrid: 'Hybrid',
  remote: 'Remote',
}

type MatchingStatus = JobsResult['jobs']['nodes'][number]['matching']['status']

/** What is queued for a job; empty if nothing is. */
export const matchingTexts: Record<MatchingStatus, string> = {
  INACTIVE: '',
  WAITING: 'Waiting',
  IN_PROGRESS: 'Being matched',
  FAILED: 'Could not be matched',
  MATCHED: '',
}

export const jobsTexts = {
  title: 'Jobs',
  text: 'Active jobs are matched with the talents of your company.',
  post: 'Post a job',
  list: 'Jobs',
  filters: 'Filters',
  find: 'Words of the title',
  job: 'Title',
  status: 'Status',
  allStatuses: 'All statuses',
  place: 'Place',
  matches: 'Good matches',
  matchesOf: (good: number, all: number) => `${good} of ${all}`,
  matched: 'Last matched',
  never: 'Never',
  created: 'Created',
  noneMatch: 'No jobs match these filters',
  noneMatchText: 'Choose another status or other words to see the other jobs.',
  showAll: 'Show all jobs',
  utc: 'Times are in UTC. A job keeps its best hundred matches; good ones have a score from 61.',
} as const

export const firstJobTexts = {
  title: 'Post your first job',
  text: 'A job is a text. Paste the posting as it is; nothing has to be filled in.',
  steps: [
    {
      title: 'Paste the text',
      text: 'In any layout, in English, German, French, Romanian and other languages.',
    },
    {
      title: 'Check what was understood',
      text: 'Requirements, place, contract and pay, each with its line.',
    },
    { title: 'See who fits, and why', text: 'Every score adds up from requirements with lines of the CV.' },
  ],
} as const

export const postTexts = {
  back: 'Jobs',
  title: 'Post a job',
  text: 'Paste the posting. What is read from it appears beside it, and you can correct it now or later.',
  posting: 'Text of the posting',
  placeholder: 'Senior welder\n\nRequirements\n- At least 5 years of MIG/MAG welding\n- German B2',
  jobTitle: 'Title',
  jobTitleHint: 'Taken from the text; change it if it is wrong.',
  save: 'Post and match',
  saveDraft: 'Save as a draft',
  waiting: 'Paste a text',
  waitingText:
    'Must-haves, wishes, years, education, languages, place, contract and pay are shown here with their lines.',
} as const
