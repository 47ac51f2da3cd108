// Applies the reading of absences to the lines of a CV: what they show without the negated parts, and what they state to
// be absent.
import { foldPhrase } from '@gatehouse/reading/fold-text'
import {
  findLicenceClasses,
  licenceClasses,
  licenceTerm,
  withIncluding,
} from '@gatehouse/vocabulary/licence-classes'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import type { CvLine } from '../read/cv-lines.ts'
import type { TalentNames } from '../read/talent-names.ts'
import { type AbsentFact, absencesPerTalentMax } from '../talent-facts.ts'
import { type AbsenceReading, readAbsence } from './read-absence.ts'

const workSections: ReadonlySet<CvLine['section']> = new Set(['experience', 'projects', 'volunteering'])

/** The rules for skills, terms and absences read the same lines. */
const readings = new WeakMap<CvLine, AbsenceReading>()

function readLine(line: CvLine): AbsenceReading {
  const known = readings.get(line)
  if (known) return known
  const { text, heading, section } = line
  const reading = readAbsence(text, { heading, isAboutWork: workSections.has(section) })
  readings.set(line, reading)
  return reading
}

/** The line without what it states to be absent. */
export function withoutAbsent(line: CvLine): CvLine {
  const { shown, absent } = readLine(line)
  return absent.length === 0 ? line : { ...line, text: shown }
}

export function readAbsentFacts(lines: readonly CvLine[], names: TalentNames): AbsentFact[] {
  return lines
    .flatMap((line) =>
      readLine(line).absent.map((text) => ({
        line: line.index,
        terms: termsOf({ text, heading: line.heading }, names),
      })),
    )
    .filter(({ terms }) => terms.length > 0)
    .slice(0, absencesPerTalentMax)
}

function termsOf(
  { text, heading }: { text: string; heading: string },
  { concepts, languages }: TalentNames,
): string[] {
  const keys = concepts.find(text).map(({ concept }) => concept.key)
  const spoken = (text.match(/\p{L}{4,}/gu) ?? []).flatMap((word) => {
    const code = languages.get(foldPhrase(word).replace(/kenntnissen?$/u, ''))
    return code === undefined ? [] : [`language:${code}`]
  })
  return [...new Set([...distinctTerms(text), ...keys, ...spoken, ...licencesOf(text, heading, keys)])].sort()
}

/** Without any licence there is none of any class; without B there is no CE. */
function licencesOf(text: string, heading: string, keys: readonly string[]): string[] {
  const named = findLicenceClasses(text, heading).map(({ licence }) => licence)
  const isAny = named.length === 0 && keys.includes('skill:driving licence b')
  return (isAny ? licenceClasses : named.flatMap(withIncluding)).map(licenceTerm)
}
