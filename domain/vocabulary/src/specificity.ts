// How much a term tells: one that every talent has tells nothing, a rare one much. The figure is frozen into a job's
// facts when they are read, so that a score depends on facts alone and can be computed again at any time.
export type SpecificityOf = (term: string) => number

export type TermCounts = {
  /** How many talents were counted. */
  talents: number
  /** How many of them have the term. */
  talentsWith(term: string): number
}

const unitsPerNat = 1_000

/** Whole thousandths of the natural logarithm of 1 + (talents without the term / talents with it). Never 0. */
export function createSpecificity({ talents, talentsWith }: TermCounts): SpecificityOf {
  return (term) => {
    const having = Math.min(talents, talentsWith(term))
    const odds = (talents - having + 0.5) / (having + 0.5)
    return Math.max(1, Math.round(unitsPerNat * Math.log(1 + odds)))
  }
}

/** From lists of each talent's distinct terms. */
export function countTerms(termsOfTalents: Iterable<Iterable<string>>): TermCounts {
  const counts = new Map<string, number>()
  let talents = 0
  for (const terms of termsOfTalents) {
    talents += 1
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return { talents, talentsWith: (term) => counts.get(term) ?? 0 }
}
