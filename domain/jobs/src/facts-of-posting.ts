// Derives the facts that matching compares from what a posting states: known skills and occupations become parts, each
// with the concepts that show it, and other words become terms.
import { foldPhrase, foldText } from '@gatehouse/reading/fold-text'
import { findTowns } from '@gatehouse/reading/towns'
import type { Concepts, FoundConcept } from '@gatehouse/vocabulary/concept'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import {
  type JobFacts,
  type Option,
  type Part,
  type RequiredPlace,
  type Requirement,
  type TermCategory,
  type TermRequirement,
  requirementsPerJobMax,
} from './job-facts.ts'
import type { JobPosting, PostingRequirement } from './posting.ts'
import { asksForSimilarRole, contentOf } from './requirement-words.ts'

export type PostingReading = { concepts: Concepts; specificityOf: SpecificityOf }

export function factsOfPosting(posting: JobPosting, reading: PostingReading): JobFacts {
  const title = toTitle(posting, reading)
  const requirements = posting.requirements
    .filter((one) => isWorthComparing(one, posting.requirements))
    .flatMap((one) => toRequirement(one, { reading, title }))
    .filter((requirement) => !isAboutTerms(requirement, posting))
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
    const broader = option.shownBy.filter(({ weight }) => weight < siblingWeight * 2)
    const siblings = broader
      .map(({ term }) => concepts.near(term))
      // A broad occupation, such as "manager", has members in every field.
      .filter((members) => members.length <= siblingsMax)
      .flat()
      .filter(({ key }) => !known.has(key))
      .map(({ key, label }) => ({ term: key, label, weight: siblingWeight }))
    return { ...option, shownBy: [...option.shownBy, ...siblings] }
  })
  return { ...part, options }
}

const lawWords =
  /\b(?:law|legislation|recht|rechts?|\p{L}+recht|droit|derecho|drept(?:ul)?|legislati\p{L}*)\b/u

/** Leaves out what only looks like a requirement: an address, a school as a place of work, the law of a country. */
function isWorthComparing(one: PostingRequirement, all: readonly PostingRequirement[]): boolean {
  if (/\S@\S/.test(one.text)) return false
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
  const category = stated.minYears === null ? 'skill' : 'experience'
  const terms = toTerms({ ...stated, category }, reading)
  // "Three years in a similar role" is about the job's own title.
  if (isUnspecific(terms) && asksForSimilarRole(text))
    return [{ ...terms, parts: title.parts, words: title.words, isGeneral: false }]
  return [terms]
}

type StatedTerms = Pick<PostingRequirement, 'id' | 'text' | 'importance' | 'line' | 'minYears'> & {
  category: TermCategory
}

function toTerms(stated: StatedTerms, { concepts, specificityOf }: PostingReading): TermRequirement {
  const { id, text, importance, line, category, minYears } = stated
  const found = concepts.find(text)
  const named = [...found, ...findNames(text, found)].sort((a, b) => a.start - b.start)
  const parts = groupOptions(text, named).map((group) => toPart(text, group, { concepts, specificityOf }))
  const words = distinctTerms(contentOf(text)).map((term) => ({
    term,
    specificity: weigh(term, specificityOf),
  }))
  return {
    id,
    text,
    importance,
    line,
    category,
    isGeneral: named.length > 0 ? named.every(({ concept }) => concept.isGeneral) : words.length === 0,
    parts,
    words,
    minMonths: minYears === null ? null : Math.round(minYears * 12),
  }
}

/** A word that no talent has is more often a manner of speaking than a skill, so it weighs half. */
function weigh(term: string, specificityOf: SpecificityOf): number {
  const [own, ofUnknown] = [specificityOf(term), specificityOf('')]
  return own < ofUnknown ? own : Math.max(1, Math.floor(ofUnknown / 2))
}

const nameWord =
  /(?<![\p{L}\p{N}])(?:\p{Lu}{2,}[\p{Lu}\p{N}+#/-]*|\p{L}*\p{Ll}\p{Lu}\p{L}*|\p{Lu}+\p{N}+\p{L}*)(?![\p{L}\p{N}])/gu

/** Countries and levels are compared elsewhere. */
const notNames = /^(?:UK|EU|US|USA|UE|DACH|[ABC][12]|[IVX]+|HR|IT|PC)$/

const capitalWord = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu

/**
 * Names of products, standards and certificates beside the known concepts: HACCP, WinMentor, S7. A word with only a
 * capital letter counts beside another name: "Saga or WinMentor".
 */
function findNames(text: string, known: readonly FoundConcept[]): FoundConcept[] {
  const certain = toNames(text, nameWord, known)
  const all = [...known, ...certain]
  const isBeside = ({ start, end }: FoundConcept) =>
    isInParentheses(text, start) ||
    all.some((one) => isGap(text.slice(one.end, start)) || isGap(text.slice(end, one.start)))
  return [...certain, ...toNames(text, capitalWord, all).filter(isBeside)]
}

/** "A hotel system (Opera, Mews or similar)" names examples. */
function isInParentheses(text: string, at: number): boolean {
  return text.lastIndexOf('(', at) > text.lastIndexOf(')', at)
}

function isGap(text: string): boolean {
  return text !== '' && orWord.test(text) && listGap.test(text)
}

function toNames(text: string, pattern: RegExp, found: readonly FoundConcept[]): FoundConcept[] {
  return [...text.matchAll(pattern)]
    .map((match) => ({ label: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(({ start, end }) => !found.some((one) => one.start < end && start < one.end))
    .filter(({ label }) => !notNames.test(label) && distinctTerms(contentOf(label)).length === 1)
    .map(({ label, start, end }) => ({
      concept: { key: `name:${label}`, kind: 'skill', label, isGeneral: false },
      start,
      end,
    }))
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

const orWord = /(?:^|[\s,;(])(?:or|oder|bzw\.?|ou|o|u|sau|ori)(?=[\s,;)]|$)|[/|]/iu
const exampleWord =
  /\b(?:such as|like|e\.?\s?g\.?|for example|wie|z\.?\s?b\.?|comme|par exemple|como|por ejemplo|precum|cum ar fi|de exemplu)\b|\(/iu
const listGap = /^[\s,;/|()&+–-]*(?:(?:and|or|und|oder|et|ou|y|e|o|u|și|si|sau)[\s,;/|()]*)?$/iu

/**
 * Groups concepts that are alternatives of each other: "React or Vue", "React, Vue or Angular", "a broker such as Kafka
 * or RabbitMQ". All others stand alone.
 */
function groupOptions(text: string, found: readonly FoundConcept[]): FoundConcept[][] {
  const lists: FoundConcept[][] = []
  for (const one of found) {
    const last = lists.at(-1)?.at(-1)
    if (last && listGap.test(text.slice(last.end, one.start))) lists.at(-1)?.push(one)
    else lists.push([one])
  }
  return lists.flatMap((list) => {
    const first = list[0]?.start ?? 0
    const gaps = list.slice(1).map(({ start }, index) => text.slice(list[index]?.end, start))
    const isExamples = exampleWord.test(text.slice(Math.max(0, first - 25), first))
    // An abbreviation in parentheses is another name: "Qualified Teacher Status (QTS)".
    const isAnyOf =
      gaps.some((gap) => orWord.test(gap) || /^\s*\($/.test(gap)) || (isExamples && list.length > 1)
    const distinct = [...new Map(list.map((one) => [one.concept.key, one])).values()]
    return isAnyOf ? [distinct] : distinct.map((one) => [one])
  })
}

function toPart(
  text: string,
  group: readonly FoundConcept[],
  { concepts, specificityOf }: PostingReading,
): Part {
  const options = group.map(({ concept: { key, label }, start, end }): Option => ({
    label,
    shownBy: [
      ...(key.startsWith('name:') ? [] : [{ term: key, label, weight: 1_000 }]),
      ...concepts.near(key).map((near) => ({ term: near.key, label: near.label, weight: near.weight })),
    ],
    words: distinctTerms(text.slice(start, end)),
  }))
  return { options, specificity: Math.max(...group.map(({ concept }) => weigh(concept.key, specificityOf))) }
}

const residenceWords =
  /\b(?:you live|living in|live in|home in|resid\w*|based in|wohn(?:en|st|haft|sitz|ort)\w*|habite\w*|domicili\w*|vivas?|vives|vivir|locui\w*|domiciliul?)\b/

/** "You live in Konstanz" asks for a place, not for a skill. */
function readResidence(text: string): RequiredPlace[] {
  if (!residenceWords.test(foldText(text))) return []
  return findTowns(text).map(({ town, country, start, end }) => ({
    label: text.slice(start, end),
    town,
    country,
  }))
}

/** A place counts only if the work is done there, at least in part. */
function toLocation({ workplace, locations }: JobPosting): Requirement[] {
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
