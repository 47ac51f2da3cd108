import { countryNames } from './country-names.ts'
import { languageNames } from './find-languages.ts'

/** The names that rules look up. Creating it takes about 100 ms, so each process creates it once and passes it on. */
export type RuleVocabulary = {
  countries: ReadonlyMap<string, string>
  languages: ReadonlyMap<string, string>
}

export function createRuleVocabulary(): RuleVocabulary {
  return { countries: countryNames(), languages: languageNames() }
}
