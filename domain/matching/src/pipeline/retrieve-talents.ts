import type { JobFacts } from '@gatehouse/jobs/job-facts'
import { choosePool, searchTerms } from '../retrieve/choose-pool.ts'
import type { MatchReader } from './match-store.ts'

/** Ids of the talents to score for the job, most promising first. Their number is bounded. */
export async function retrieveTalents(
  reader: Pick<MatchReader, 'findCandidates'>,
  companyId: string,
  job: JobFacts,
): Promise<string[]> {
  const terms = searchTerms(job)
  return choosePool(job, terms, await reader.findCandidates(companyId, terms))
}
