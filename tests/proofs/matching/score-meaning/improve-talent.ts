// Improves the facts of a talent in one way, from a seeded choice: a higher level, more years, one more line that shows
// a requirement. No improvement may lower a score.
import type { JobFacts } from '@gatehouse/jobs/job-facts'
import { educationLevels, languageLevels } from '@gatehouse/reading/levels'
import type { TalentFacts, TermFact } from '@gatehouse/talents/talent-facts'

/** A number from 0 to below the given one. */
export type Choose = (below: number) => number

type Improvement = (talent: TalentFacts, job: JobFacts, choose: Choose) => TalentFacts | undefined

const improvements: readonly Improvement[] = [
  raiseEducation,
  raiseLanguage,
  addYears,
  addLine,
  showRequirement,
  stateLanguage,
  stateEducation,
  stateTown,
]

/** Undefined if the chosen way does not apply to this talent. */
export function improveTalent(talent: TalentFacts, job: JobFacts, choose: Choose): TalentFacts | undefined {
  return improvements[choose(improvements.length)]?.(talent, job, choose)
}

function raiseEducation(talent: TalentFacts): TalentFacts | undefined {
  const { education } = talent
  const level = education && educationLevels[educationLevels.indexOf(education.level) + 1]
  return level ? { ...talent, education: { ...education, level } } : undefined
}

function raiseLanguage(talent: TalentFacts, _: JobFacts, choose: Choose): TalentFacts | undefined {
  const chosen = pick(talent.languages ?? [], choose)
  const level = chosen?.level && languageLevels[languageLevels.indexOf(chosen.level) + 1]
  if (!chosen || !level) return undefined
  const languages = talent.languages?.map((one) => (one === chosen ? { ...one, level } : one)) ?? null
  return { ...talent, languages }
}

/** One role was held longer, so each term that it shows has more months too. */
function addYears(talent: TalentFacts, _: JobFacts, choose: Choose): TalentFacts | undefined {
  const role = pick(talent.roles, choose)
  if (!role || talent.experienceMonths === null) return undefined
  const more = 1 + choose(60)
  return {
    ...talent,
    experienceMonths: talent.experienceMonths + more,
    roles: talent.roles.map((one) => (one === role ? { ...one, months: one.months + more } : one)),
    terms: talent.terms.map((fact) => (fact.months > 0 ? { ...fact, months: fact.months + more } : fact)),
  }
}

function addLine(talent: TalentFacts, _: JobFacts, choose: Choose): TalentFacts | undefined {
  const fact = pick(talent.terms, choose)
  return fact && withTerm(talent, { ...fact, lines: [...fact.lines, 1_000 + choose(50)] })
}

/** A line that shows a term of a requirement that the CV did not show before. */
function showRequirement(talent: TalentFacts, job: JobFacts, choose: Choose): TalentFacts | undefined {
  const requirement = pick(job.requirements, choose)
  if (!requirement || !('words' in requirement)) return undefined
  const concepts = requirement.parts.flatMap(({ options }) => options.flatMap(({ shownBy }) => shownBy))
  const chosen = pick([...concepts, ...requirement.words], choose)
  if (!chosen || talent.terms.some(({ term }) => term === chosen.term)) return undefined
  const { term } = chosen
  return withTerm(talent, { term, lines: [1_000], isInTitle: false, months: 0, roleLines: null })
}

function stateLanguage(talent: TalentFacts, job: JobFacts, choose: Choose): TalentFacts | undefined {
  const asked = pick(
    job.requirements.filter((one) => one.category === 'language'),
    choose,
  )
  if (!asked || talent.languages?.some(({ language }) => language === asked.language)) return undefined
  const { language, level } = asked
  return { ...talent, languages: [...(talent.languages ?? []), { language, level, line: 1_000 }] }
}

function stateEducation(talent: TalentFacts, job: JobFacts): TalentFacts | undefined {
  const asked = job.requirements.find((one) => one.category === 'education')
  if (!asked || talent.education) return undefined
  return { ...talent, education: { level: asked.level, fieldTerms: [], line: 1_000 } }
}

function stateTown(talent: TalentFacts, job: JobFacts): TalentFacts | undefined {
  const place = job.requirements.find((one) => one.category === 'location')?.places[0]
  if (!place || place.town === null) return undefined
  const { town, country } = place
  const known = talent.location ?? { isRemoteOk: false, canRelocate: false, line: 1_000 }
  return { ...talent, location: { ...known, town, country } }
}

function withTerm(talent: TalentFacts, fact: TermFact): TalentFacts {
  return { ...talent, terms: [...talent.terms.filter(({ term }) => term !== fact.term), fact] }
}

function pick<T>(from: readonly T[], choose: Choose): T | undefined {
  return from.length === 0 ? undefined : from[choose(from.length)]
}
