import type { JobFacts } from './job-facts.ts'

/** A job as its company has it; the facts are missing until its text has been read. */
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
