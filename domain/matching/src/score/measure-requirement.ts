// Measures to what degree a talent's facts meet one requirement, in whole thousandths, which status that is, and which
// facts show it.
import type { RequiredLanguage, Requirement } from '@gatehouse/jobs/job-facts'
import { type LanguageLevel, educationLevels, languageLevels } from '@gatehouse/reading/levels'
import type { LocationFact, TalentFacts } from '@gatehouse/talents/talent-facts'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import type { IndexedTalent } from './index-talent.ts'
import { type Measured, type RequirementStatus, type RowEvidence, fullDegree } from './match-score.ts'
import { contradictAbsent, findAbsentLanguages } from './measure-absence.ts'
import { measureTerms } from './measure-terms.ts'

export function measureRequirement(requirement: Requirement, talent: IndexedTalent): Measured {
  switch (requirement.category) {
    case 'title':
    case 'skill':
    case 'experience':
    case 'task':
      return contradictAbsent(requirement, measureTerms(requirement, talent), talent)
    case 'education':
      return measureEducation(requirement, talent.facts)
    case 'language':
      return measureLanguage(requirement, talent.facts)
    case 'location':
      return measureLocation(requirement, talent.facts)
  }
}

type Of<Category> = Extract<Requirement, { category: Category }>

function measureEducation({ level }: Of<'education'>, { education }: TalentFacts): Measured {
  if (!education) return notShown(level)
  const difference = educationLevels.indexOf(education.level) - educationLevels.indexOf(level)
  return byLevel(difference, evidenceOf(level, education.level, education.line))
}

/**
 * Whether the job asks for a degree in a field that the talent's degree does not name. Fields have many names, so that alone
 * means little; if nothing else in the CV is of the job's field either, the degree belongs to another one.
 */
export function isOfAnotherField(requirement: Requirement, { education }: TalentFacts): boolean {
  if (requirement.category !== 'education' || requirement.field === null || !education) return false
  return !distinctTerms(requirement.field).some((term) => education.fieldTerms.includes(term))
}

export function withoutEvidence({ evidence }: Measured): Measured {
  return notShown(evidence.shown.map(({ label }) => label).join(' or '))
}

/** Any of the alternatives is enough, so the best one counts. */
function measureLanguage(
  { language, level, alternatives = [] }: Of<'language'>,
  { languages, absent = [] }: TalentFacts,
): Measured {
  const asked = [{ language, level }, ...alternatives]
  const label = asked.map(labelOf).join(' or ')
  const measured = asked.flatMap((one) => {
    const spoken = languages?.find((known) => known.language === one.language)
    if (!spoken) return []
    const evidence = evidenceOf(label, labelOf(spoken), spoken.line)
    return [byLevel(differenceOf(spoken.level, one.level), evidence)]
  })
  const best = measured.toSorted((one, other) => other.degree - one.degree)[0]
  const isEachKnown = measured.length === asked.length
  const missing = measured.length === 0 ? findAbsentLanguages(asked, absent) : []
  if (missing.length > 0)
    return {
      ...notShown(label),
      status: 'contradicted',
      evidence: { ...notShown(label).evidence, lines: missing, absent: label },
    }
  return !best || (best.status === 'contradicted' && !isEachKnown) ? notShown(label) : best
}

function labelOf({ language, level }: RequiredLanguage): string {
  return level === null ? language : `${language} ${level}`
}

/** Steps by which the spoken level exceeds the required one. A language without a level is one step short of any level. */
function differenceOf(spoken: LanguageLevel | null, required: LanguageLevel | null): number {
  if (required === null) return 0
  if (spoken === null) return -1
  return languageLevels.indexOf(spoken) - languageLevels.indexOf(required)
}

/** A level that is one step short is a part of what is asked for; two steps contradict it. */
function byLevel(difference: number, evidence: RowEvidence): Measured {
  if (difference >= 0) return { ...atStep('met'), evidence }
  return { ...atStep(difference === -1 ? 'partly_met' : 'contradicted'), evidence }
}

function measureLocation({ places }: Of<'location'>, { location }: TalentFacts): Measured {
  const label = places.map((place) => place.label).join(' or ')
  if (!location) return notShown(label)
  const isInTown = places.some(({ town }) => town !== null && isAt(town, location))
  const isInCountry = places.some(({ country }) => country !== null && country === location.country)
  const isTownAsked = places.some(({ town }) => town !== null)
  const evidence = evidenceOf(label, location.town ?? location.country ?? '', location.line)
  if (isInTown || (isInCountry && !isTownAsked) || location.canRelocate) return { ...atStep('met'), evidence }
  if (isInCountry) return { ...atStep('partly_met'), evidence }
  const isElsewhere = location.country !== null && places.some(({ country }) => country !== null)
  return isElsewhere ? { ...atStep('contradicted'), evidence } : notShown(label)
}

function isAt(town: string, { town: own, areas = [] }: LocationFact): boolean {
  return town === own || areas.includes(town)
}

function evidenceOf(label: string, by: string, line: number): RowEvidence {
  return { lines: [line], shown: [{ label, by }], time: null }
}

function notShown(label: string): Measured {
  return { ...atStep('not_shown'), evidence: { lines: [], shown: [{ label, by: null }], time: null } }
}

const degreeByStatus: Readonly<Record<RequirementStatus, number>> = {
  met: fullDegree,
  partly_met: fullDegree / 2,
  not_shown: 0,
  contradicted: 0,
}

function atStep(status: RequirementStatus): Omit<Measured, 'evidence'> {
  return { status, degree: degreeByStatus[status], isOfField: false }
}
