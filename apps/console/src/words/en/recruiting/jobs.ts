import type { JobStatus } from '../../../pages/recruiting/jobs/jobs-search.ts'

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

export const jobsTexts = {
  title: 'Jobs',
  text: 'Active jobs are matched with the talents of your company.',
  list: 'Jobs',
  filters: 'Filters',
  job: 'Title',
  status: 'Status',
  allStatuses: 'All statuses',
  place: 'Place',
  created: 'Created',
  none: 'No jobs yet',
  noneText:
    'A job is a text. What it asks for is read from it, and the best talents are listed with reasons.',
  noneMatch: 'No jobs match these filters',
  noneMatchText: 'Choose another status to see the other jobs.',
  showAll: 'Show all jobs',
  utc: 'Times are in UTC.',
} as const
