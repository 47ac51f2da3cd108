// The query of the page, which anyone can write by hand.
const statuses = ['ACTIVE', 'DRAFT', 'PAUSED', 'CLOSED', 'EXPIRED'] as const

export type JobStatus = (typeof statuses)[number]

export type JobsSearch = { status?: JobStatus; words?: string; isPosting: boolean }

export function readJobsSearch(raw: Readonly<Record<string, unknown>>): JobsSearch {
  const status = statuses.find((one) => one === raw['status'])
  const words = typeof raw['words'] === 'string' ? raw['words'].trim() : ''
  return {
    ...(status === undefined ? {} : { status }),
    ...(words === '' ? {} : { words }),
    isPosting: raw['post'] === true,
  }
}

/** Defaults are left out, so that the plain address is the usual view. */
export function writeJobsSearch({ isPosting, ...filters }: JobsSearch): Record<string, unknown> {
  return { ...filters, ...(isPosting ? { post: true } : {}) }
}
