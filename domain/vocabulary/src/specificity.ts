// How specific a term is: a term that every talent has says nothing, a rare one says much. The value is stored with a
// job's facts when they are read, so that a score depends on facts alone and can be recomputed at any time.
export type SpecificityOf = (term: string) => number

export type TermCounts = {
  /** Number of talents in the sample. */
  talents: number
  /** Number of those talents that have the term. */
  talentsWith(term: string): number
}

const unitsPerNat = 1_000

/**
 * Specificity is ln(1 + talents without the term / talents with it), with 0.5 added to both numbers, in whole
 * thousandths and at least 1.
 */
export function createSpecificity({ talents, talentsWith }: TermCounts): SpecificityOf {
  return (term) => {
    const having = Math.min(talents, talentsWith(term))
    const odds = (talents - having + 0.5) / (having + 0.5)
    return Math.max(1, Math.round(unitsPerNat * Math.log(1 + odds)))
  }
}

/** Counts from one list of distinct terms per talent. */
export function countTerms(termsOfTalents: Iterable<Iterable<string>>): TermCounts {
  const counts = new Map<string, number>()
  let talents = 0
  for (const terms of termsOfTalents) {
    talents += 1
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return { talents, talentsWith: (term) => counts.get(term) ?? 0 }
}
