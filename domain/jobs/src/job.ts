import type { JobFacts } from './job-facts.ts'

/** A company's job; `facts` is null until its text has been read. */
export type Job = {
  id: string
  companyId: string
  externalId: string | null
  title: string
  descriptionText: string
  version: number
  facts: JobFacts | null
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  closesAt: Date | null
}
