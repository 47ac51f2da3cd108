import type { JobFacts } from '@gatehouse/jobs/job-facts'
import { choosePool, choosePromising, isCutOff, searchTerms } from '../retrieve/choose-pool.ts'
import type { MatchReader } from './match-store.ts'

/** Ids of the talents to score for the job, most promising first. Their number is bounded. */
export async function retrieveTalents(
  reader: Pick<MatchReader, 'findCandidates' | 'readStrengths'>,
  companyId: string,
  job: JobFacts,
): Promise<string[]> {
  const terms = searchTerms(job)
  const candidates = await reader.findCandidates(companyId, terms)
  if (!isCutOff(terms, candidates)) return choosePool(job, terms, candidates)
  // A talent who is beyond the end of one list may be found by another: the choice needs the strengths of both.
  const promising = choosePromising(job, terms, candidates)
  return choosePool(job, terms, await reader.readStrengths(companyId, promising, terms))
}
