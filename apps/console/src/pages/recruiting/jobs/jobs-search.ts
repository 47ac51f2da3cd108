// The query of the page, which anyone can write by hand.
const statuses = ['ACTIVE', 'DRAFT', 'PAUSED', 'CLOSED', 'EXPIRED'] as const

export type JobStatus = (typeof statuses)[number]

export type JobsSearch = { status?: JobStatus }

export function readJobsSearch(raw: Readonly<Record<string, unknown>>): JobsSearch {
  const status = statuses.find((one) => one === raw['status'])
  return status === undefined ? {} : { status }
}
