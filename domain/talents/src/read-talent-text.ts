// Reads facts from the plain text of a CV, by rules alone: the facts of a talent before any model has parsed the CV,
// and the baseline for a model's parse.
import { factsOfProfile } from './facts-of-profile.ts'
import { readCvLines } from './read/cv-lines.ts'
import { type YearMonth, profileOfLines } from './read/read-profile.ts'
import { type TalentNames, builtInTalentNames } from './read/talent-names.ts'
import type { TalentFacts } from './talent-facts.ts'

/** Line numbers start at 0. `names` are the built-in ones unless the caller has others. */
export function readTalentText(
  text: string,
  asOf: YearMonth,
  names: TalentNames = builtInTalentNames(),
): TalentFacts {
  const read = readCvLines(text)
  return factsOfProfile(profileOfLines(text, read, { asOf, names }), read.lines, names)
}
