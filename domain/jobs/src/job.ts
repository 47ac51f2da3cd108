import type { JobCorrections } from './corrections/job-corrections.ts'
import type { JobFacts } from './job-facts.ts'
import type { JobMetadata } from './metadata.ts'
import type { JobPosting } from './posting.ts'

/** A company's job; `posting` and `facts` are null until its text has been read. */
export type Job = {
  id: string
  companyId: string
  externalId: string | null
  title: string
  descriptionText: string
  version: number
  /** As read from the text, without the corrections. */
  posting: JobPosting | null
  corrections: JobCorrections
  metadata: JobMetadata
  facts: JobFacts | null
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  closesAt: Date | null
}
