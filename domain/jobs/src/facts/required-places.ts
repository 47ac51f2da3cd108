// The places that a posting asks for: where the work is done, and where the applicant has to live.
import { countryNames } from '@gatehouse/reading/country-names'
import { foldPhrase, foldText } from '@gatehouse/reading/fold-text'
import { findTowns } from '@gatehouse/reading/towns'
import type { RequiredPlace, Requirement } from '../job-facts.ts'
import type { JobPosting } from '../posting.ts'

const residenceWords =
  /\b(?:you live|living in|live in|home in|home is in|resid(?:e|es|ing|ence|ent|encia|ir|es|ez|ezi|enta)|residencia|reside|based in|wohn(?:en|st|haft|sitz|ort)\w*|habite\w*|habitant|domicil\w*|vivas?|vives|vivir|locui\w*|place of work|work place|arbeitsort|dienstort|lieu de travail|lugar de trabajo|locul de munca)\b/

/** "You live in Konstanz" and "Your home in the UK" ask for a place, not for a skill. */
export function readResidence(text: string): RequiredPlace[] {
  if (!residenceWords.test(foldText(text))) return []
  const towns = findTowns(text).map(({ town, country, start, end }) => ({
    label: text.slice(start, end),
    town,
    country,
  }))
  return towns.length > 0 ? towns : findCountries(text)
}

const reachWords =
  /\b(?:live within|within reach|commut\w*|in der nahe wohn\w*|wohnortnah\w*|a proximite|cerca de|in apropiere)\b/

/** "You live within reach of our office" names no place, so that it cannot be compared. */
export function asksToLiveNear(text: string): boolean {
  return reachWords.test(foldText(text)) && readResidence(text).length === 0
}

let countries: ReadonlyMap<string, string> | undefined
const wordsOfCountryMax = 3

/** Countries by their names of one to three words, which start with a capital letter. */
function findCountries(text: string): RequiredPlace[] {
  countries ??= countryNames()
  const words = text.match(/[\p{L}’'-]+/gu) ?? []
  const names = words.flatMap((first, at) =>
    /^\p{Lu}/u.test(first)
      ? Array.from({ length: wordsOfCountryMax }, (_, more) => words.slice(at, at + more + 1).join(' '))
      : [],
  )
  return [...new Set(names)].flatMap((label) => {
    const country = countries?.get(foldPhrase(label))
    return country === undefined ? [] : [{ label, town: null, country }]
  })
}

/** A place counts only if the work is done there, at least in part. */
export function toLocation({ workplace, locations }: JobPosting): Requirement[] {
  const [first] = locations
  if (!first || (workplace?.value !== 'on_site' && workplace?.value !== 'hybrid')) return []
  const places = locations.map(({ text, town, country }) => ({
    label: text,
    town: town ?? foldPhrase(text),
    country,
  }))
  const { text, line } = first
  return [{ id: 'place', text, importance: 'must', line, isGeneral: true, category: 'location', places }]
}
