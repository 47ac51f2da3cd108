import type { Queryable } from '@gatehouse/postgres/create-postgres'
import { loadConcepts } from '@gatehouse/vocabulary/load-concepts'
import { readSpecificity } from '@gatehouse/vocabulary/term-counts'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import { type JobCorrections, applyCorrections } from '../corrections/job-corrections.ts'
import { factsOfPosting } from '../facts/facts-of-posting.ts'
import type { JobFacts } from '../job-facts.ts'
import type { JobPosting } from '../posting.ts'

/** Derives the facts for matching from what was read and corrected, with the concepts and term counts of today. */
export async function deriveFacts(
  postgres: Queryable,
  read: JobPosting,
  corrections: JobCorrections,
): Promise<JobFacts> {
  const posting = applyCorrections(read, corrections)
  const texts = [
    posting.title,
    ...[...posting.requirements, ...posting.responsibilities].map(({ text }) => text),
  ]
  const concepts = await loadConcepts(postgres, texts)
  const keys = texts.flatMap((text) => concepts.find(text).map(({ concept }) => concept.key))
  const terms = [...texts.flatMap(distinctTerms), ...keys]
  return factsOfPosting(posting, { concepts, specificityOf: await readSpecificity(postgres, terms) })
}
