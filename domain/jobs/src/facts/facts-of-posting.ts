// Derives the facts that matching compares from what a posting states: known skills and occupations become parts, each
// with the concepts that show it, and other words become terms.
import { foldText } from '@gatehouse/reading/fold-text'
import {
  type JobFacts,
  type Option,
  type Part,
  type Requirement,
  type TermRequirement,
  requirementsPerJobMax,
} from '../job-facts.ts'
import type { JobPosting, PostingRequirement } from '../posting.ts'
import { type PostingReading, toTerms } from './read-parts.ts'
import { asksToLiveNear, readResidence, toLocation } from './required-places.ts'
import { asksForSimilarRole, orWord } from './requirement-words.ts'
import { statesOnlyWorkingTerms } from './working-terms.ts'

export function factsOfPosting(posting: JobPosting, reading: PostingReading): JobFacts {
  const title = toTitle(posting, reading)
  const stated = posting.requirements
    .filter((one) => isWorthComparing(one, posting.requirements))
    .flatMap((one) => toRequirement(one, { reading, title }))
  const requirements = joinAlternatives(stated).filter((requirement) => !isAboutTerms(requirement, posting))
  const tasks = posting.responsibilities.map(({ text, line }, index) =>
    toTerms(
      { id: `t${index + 1}`, category: 'task', importance: 'should', text, line, minYears: null },
      reading,
    ),
  )
  return {
    schema: 'job_facts/2',
    requirements: [title, ...requirements, ...toLocation(posting), ...tasks]
      .filter((requirement) => !isEmpty(requirement))
      .slice(0, requirementsPerJobMax),
  }
}

function toTitle({ title, titleLine }: JobPosting, reading: PostingReading): TermRequirement {
  const text = title.replaceAll(/\([^)]*\)/g, ' ').trim()
  const terms = toTerms(
    { id: 'title', category: 'title', importance: 'should', text, line: titleLine, minYears: null },
    reading,
  )
  return { ...terms, parts: terms.parts.map((part) => withSiblings(part, reading)) }
}

// An occupation that shares a broader one with the job's is close enough to be in the same field, and no closer.
const siblingWeight = 300
const siblingsMax = 12

function withSiblings(part: Part, { concepts }: PostingReading): Part {
  const options = part.options.map((option): Option => {
    const known = new Set(option.shownBy.map(({ term }) => term))
    const broader = option.shownBy.filter(
      ({ weight }) => weight > siblingWeight && weight < siblingWeight * 2,
    )
    const siblings = broader
      .map(({ term }) => concepts.near(term))
      // A broad occupation, such as "manager", has members in every field.
      .filter((members) => members.length <= siblingsMax)
      .flat()
      // A skill of the broader occupation, such as a driving licence, is not an occupation of the field.
      .filter(({ key }) => !known.has(key) && !key.startsWith('skill:'))
      .map(({ key, label }) => ({ term: key, label, weight: siblingWeight }))
    return { ...option, shownBy: [...option.shownBy, ...siblings] }
  })
  return { ...part, options }
}

const lawWords =
  /\b(?:law|legislation|recht|rechts?|\p{L}+recht|droit|derecho|drept(?:ul)?|legislati\p{L}*)\b/u

/** Leaves out what no CV can show: an address, terms of the work, a school as a place of work, the law of a country. */
function isWorthComparing(one: PostingRequirement, all: readonly PostingRequirement[]): boolean {
  if (/\S@\S/.test(one.text) || statesOnlyWorkingTerms(one.text)) return false
  if (one.language?.level === null && lawWords.test(foldText(one.text))) return false
  const isLowDegree = one.education?.level === 'secondary' || one.education?.level === 'vocational'
  return !isLowDegree || !all.some(({ line, minYears }) => line === one.line && minYears !== null)
}

type Context = { reading: PostingReading; title: TermRequirement }

function toRequirement(stated: PostingRequirement, { reading, title }: Context): Requirement[] {
  const { id, text, importance, line, education, language } = stated
  const base = { id, text, importance, line, isGeneral: true }
  if (education) return [{ ...base, category: 'education', level: education.level, field: education.field }]
  if (language) return [{ ...base, category: 'language', language: language.code, level: language.level }]
  const residence = readResidence(text)
  if (residence.length > 0) return [{ ...base, category: 'location', places: residence }]
  if (asksToLiveNear(text)) return []
  const category = stated.minYears === null ? 'skill' : 'experience'
  const terms = toTerms({ ...stated, category }, reading)
  // "Three years in a similar role" is about the job's own title.
  if (isUnspecific(terms) && asksForSimilarRole(text))
    return [{ ...terms, parts: title.parts, words: title.words, isGeneral: false }]
  return [terms]
}

/** "French or German at level B1" is one requirement. */
function joinAlternatives(requirements: readonly Requirement[]): Requirement[] {
  const joined: Requirement[] = []
  for (const one of requirements) {
    const last = joined.at(-1)
    if (last?.category === 'language' && one.category === 'language' && areAlternatives(last, one)) {
      const { language, level } = one
      joined[joined.length - 1] = {
        ...last,
        alternatives: [...(last.alternatives ?? []), { language, level }],
      }
    } else joined.push(one)
  }
  return joined
}

function areAlternatives(one: Requirement, other: Requirement): boolean {
  return one.line === other.line && one.text === other.text && orWord.test(other.text)
}

/** Whether the requirement is only the place, the workplace or the working time, which are compared on their own. */
function isAboutTerms(requirement: Requirement, posting: JobPosting): boolean {
  if (!('parts' in requirement) || requirement.minMonths !== null) return false
  const { locations, workplace, employmentTypes } = posting
  const lines = [...locations, ...employmentTypes].map(({ line }) => line)
  return [...lines, workplace?.line].includes(requirement.line) && !namesSkill(requirement)
}

function namesSkill({ parts, isGeneral }: TermRequirement): boolean {
  return !isGeneral && parts.some(({ options }) => options.some(({ shownBy }) => shownBy.length > 0))
}

function isUnspecific({ parts, isGeneral }: TermRequirement): boolean {
  return parts.length === 0 || isGeneral
}

function isEmpty(requirement: Requirement): boolean {
  return (
    'words' in requirement &&
    requirement.words.length === 0 &&
    requirement.parts.length === 0 &&
    requirement.minMonths === null
  )
}
