import { countryNames } from './country-names.ts'
import { languageNames } from './find-languages.ts'
import { addMonthNames, monthNames } from './month-names.ts'

/** Names that rules look up. Making it takes some 100 ms, so a process makes it once and hands it on. */
export type RuleVocabulary = {
  months: ReadonlyMap<string, number>
  countries: ReadonlyMap<string, string>
  languages: ReadonlyMap<string, string>
}

export function createRuleVocabulary(): RuleVocabulary {
  return { months: monthNames(), countries: countryNames(), languages: languageNames() }
}

/** The document's own language goes first where two languages share a month's name. */
export function monthsFor(
  { months }: RuleVocabulary,
  language: string | undefined,
): ReadonlyMap<string, number> {
  if (language === undefined) return months
  const own = new Map<string, number>()
  addMonthNames(own, language)
  return new Map([...months, ...own])
}
