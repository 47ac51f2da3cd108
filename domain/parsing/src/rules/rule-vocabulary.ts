import { countryNames } from './country-names.ts'
import { languageNames } from './find-languages.ts'
import { addMonthNames, monthNames } from './month-names.ts'

/** The names that rules look up. Creating it takes about 100 ms, so each process creates it once and passes it on. */
export type RuleVocabulary = {
  months: ReadonlyMap<string, number>
  countries: ReadonlyMap<string, string>
  languages: ReadonlyMap<string, string>
}

export function createRuleVocabulary(): RuleVocabulary {
  return { months: monthNames(), countries: countryNames(), languages: languageNames() }
}

/** The document's own language takes precedence where two languages share the name of a month. */
export function monthsFor(
  { months }: RuleVocabulary,
  language: string | undefined,
): ReadonlyMap<string, number> {
  if (language === undefined) return months
  const own = new Map<string, number>()
  addMonthNames(own, language)
  return new Map([...months, ...own])
}
