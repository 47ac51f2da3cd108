// Merges a parsed CV into the facts that the rules read from its text. Only terms that the rules found count, because
// the rules skip the lines that identify the person. The parsed CV adds which terms name a role, how long the role was
// held, the level of education, the languages and the location, each only if it was found in the text.
import type { CvData } from '@gatehouse/parsing/parsed-cv'
import { type EducationLevel, educationLevels } from '@gatehouse/reading/levels'
import type { RoleFact, TalentFacts } from '@gatehouse/talents/talent-facts'
import { distinctTerms } from '@gatehouse/vocabulary/term'

/** `byRules` must have been read from the same text. */
export function factsOfCv(text: string, byRules: TalentFacts, cv: CvData): TalentFacts {
  const lineOf = createLineFinder(text)
  const known = new Set(byRules.terms.map(({ term }) => term))
  const roles = readRoles(cv, known, lineOf)
  const titles = new Set(roles.flatMap(({ titleTerms }) => titleTerms))
  return {
    ...byRules,
    terms: byRules.terms.map((fact) =>
      titles.has(fact.term) ? Object.assign({}, fact, { isInTitle: true }) : fact,
    ),
    roles: roles.length > 0 ? roles : byRules.roles,
    education: readEducation(cv, lineOf) ?? byRules.education,
    languages: readLanguages(cv, lineOf),
    location: readLocation(cv, text),
  }
}

type Proven = { evidence: readonly { start: number | null }[] }
type LineFinder = (value: Proven) => number | undefined

/** Finds the first line, counted from 0, that shows a value; undefined if its evidence was not found in the text. */
function createLineFinder(text: string): LineFinder {
  return ({ evidence }) => {
    const start = evidence.find((place) => place.start !== null)?.start
    return start === undefined || start === null ? undefined : text.slice(0, start).split('\n').length - 1
  }
}

function readRoles({ experience }: CvData, known: ReadonlySet<string>, lineOf: LineFinder): RoleFact[] {
  const found = experience.flatMap((role) => {
    const titleTerms = distinctTerms(role.title ?? '').filter((term) => known.has(term))
    const line = lineOf(role)
    if (line === undefined || titleTerms.length === 0) return []
    return [{ titleTerms, months: role.months ?? 0, isCurrent: role.is_current, line }]
  })
  return found.map((role, index) => Object.assign({ id: `r${index + 1}` }, role))
}

function readEducation({ education }: CvData, lineOf: LineFinder): TalentFacts['education'] {
  const reached = education.flatMap((entry) => {
    const line = lineOf(entry)
    return line !== undefined && isLevel(entry.level) ? [{ level: entry.level, line }] : []
  })
  const rank = ({ level }: { level: EducationLevel }) => educationLevels.indexOf(level)
  return reached.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

function isLevel(level: string | null): level is EducationLevel {
  return educationLevels.some((known) => known === level)
}

function readLanguages({ languages }: CvData, lineOf: LineFinder): TalentFacts['languages'] {
  const spoken = languages.flatMap((language) => {
    const line = lineOf(language)
    if (line === undefined || language.code === null || language.cefr === null) return []
    return [{ language: language.code, level: language.cefr, line }]
  })
  return spoken.length > 0 ? spoken : null
}

function readLocation({ person, preferences }: CvData, text: string): TalentFacts['location'] {
  const { country, text: written } = person.location ?? { country: null, text: '' }
  const line = written === '' ? -1 : text.split('\n').findIndex((each) => each.includes(written))
  if (country === null || line < 0) return null
  return { country, isRemoteOk: preferences.workplace === 'remote', line }
}
