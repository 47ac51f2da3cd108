// Chooses the talents that a job scores: the index is asked for a bounded number of talents under each of the job's
// terms, and those with the best estimated score are scored. Where lists are longer than what is read of them, the most
// promising talents are first looked up under all terms.
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import { type Strengths, createEstimate } from './estimate-score.ts'
import { weighKeys } from './search-terms.ts'

/** A term that the index is asked for, and the number of talents that it may return for it. */
export type SearchTerm = { key: string; talentsMax: number }

/** `strengths` has one entry for each search term. */
export type Candidate = { id: string; strengths: Strengths }

const termsPerJobMax = 40
// A name of a skill or an occupation says more than an ordinary word, and fewer talents have it.
const talentsPerNameMax = 1_000
const talentsPerWordMax = 300
// With 280 the number of scores would still grow between 1,000 and 10,000 talents, because 1,000 talents do not fill the
// pool: `pnpm prove match-scale`.
const poolSize = 250
const promisingMax = 2_000

export function searchTerms(job: JobFacts): SearchTerm[] {
  return weighKeys(job)
    .slice(0, termsPerJobMax)
    .map(({ key, isName }) => ({ key, talentsMax: isName ? talentsPerNameMax : talentsPerWordMax }))
}

/** Whether a list was not read to its end, so that a candidate may have a term that is not among its strengths. */
export function isCutOff(terms: readonly SearchTerm[], candidates: readonly Candidate[]): boolean {
  return terms.some(
    ({ talentsMax }, place) =>
      candidates.filter(({ strengths }) => (strengths[place] ?? 0) > 0).length >= talentsMax,
  )
}

/** Ids of the talents to look up under all terms, most promising first. */
export function choosePromising(
  job: JobFacts,
  terms: readonly SearchTerm[],
  candidates: readonly Candidate[],
): string[] {
  return rankByEstimate(job, terms, candidates).slice(0, promisingMax)
}

/** Ids of the talents to score, most promising first. */
export function choosePool(
  job: JobFacts,
  terms: readonly SearchTerm[],
  candidates: readonly Candidate[],
): string[] {
  return rankByEstimate(job, terms, candidates).slice(0, poolSize)
}

function rankByEstimate(
  job: JobFacts,
  terms: readonly SearchTerm[],
  candidates: readonly Candidate[],
): string[] {
  const estimate = createEstimate(
    job,
    terms.map(({ key }) => key),
  )
  return candidates
    .map(({ id, strengths }) => ({ id, points: estimate(strengths) }))
    .sort((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id)
}
