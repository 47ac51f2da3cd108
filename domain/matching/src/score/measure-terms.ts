// Measures requirements that name skills, occupations or tasks against the terms of a talent. Every figure grows with
// the evidence: a further fact never makes a degree smaller.
import type { Part, TermRequirement, WeighedTerm } from '@gatehouse/jobs/job-facts'
import type { RoleFact, TermFact } from '@gatehouse/talents/talent-facts'
import { type IndexedTalent, showPhrase, showWord } from './index-talent.ts'
import { type Measured, type RequirementStatus, fullDegree, statusSteps } from './match-score.ts'

export function measureTerms(requirement: TermRequirement, talent: IndexedTalent): Measured {
  const parts = requirement.parts.map((part) => showPart(part, talent))
  const shown = showWords(requirement.words, talent)
  const time = timeShown(requirement, { parts, isMost: shown.isMost }, talent)
  const byParts = statusByParts(parts)
  const isByWords = byParts === null || namedStatus(byParts, shown) !== byParts
  const shownLines = [
    ...(isByWords ? shown.lines : []),
    ...parts.flatMap((part) => part.lines),
    ...titleLines(requirement, talent),
  ]
  // Words that are too few to show the requirement count a little all the same.
  const lines = shownLines.length > 0 ? shownLines : countedLines(requirement, talent)
  return {
    degree: degreeOf(requirement, { parts, months: time?.ofAny ?? null, talent }),
    isOfField: !requirement.isGeneral && isOfField(parts, shown.isOfField),
    status: statusOf(requirement, { byParts, byWords: shown, time }),
    evidence: {
      lines: [...new Set(lines)].sort((a, b) => a - b),
      shown: parts.map(({ label, by }) => ({ label, by })),
      time:
        requirement.minMonths === null
          ? null
          : { monthsRequired: requirement.minMonths, monthsShown: time?.ofAll || (time?.ofAny ?? 0) },
    },
  }
}

/** Ordinary words say little about a field of work beside the names of its skills. */
export function isOfField(parts: readonly Pick<ShownPart, 'weight'>[], byWords: boolean): boolean {
  return parts.length === 0 ? byWords : parts.some(({ weight }) => weight > 0)
}

/** The greatest figures over all facts that show the part, each on its own, so that a further fact lowers none. */
type ShownPart = {
  label: string
  by: string | null
  weight: number
  strength: number
  months: number
  specificity: number
  lines: readonly number[]
}

function showPart({ options, specificity }: Part, talent: IndexedTalent): ShownPart {
  const shown: ShownPart = {
    label: options.map(({ label }) => label).join(' or '),
    by: null,
    weight: 0,
    strength: 0,
    months: 0,
    specificity,
    lines: [],
  }
  const count = (fact: TermFact, label: string, weight: number) => {
    if (weight > shown.weight) Object.assign(shown, { by: label, weight })
    // Practice of a narrower skill is practice of the one that is asked for; practice of a broader one may be of another.
    const months = weight >= meetingWeightMin ? fact.months : 0
    shown.strength = Math.max(shown.strength, Math.floor((degreeOfTerm(fact) * weight) / fullDegree))
    shown.months = Math.max(shown.months, months)
    shown.lines = [...shown.lines, ...fact.lines]
  }
  for (const { label, shownBy, words } of options) {
    for (const showing of shownBy) {
      const fact = talent.terms.get(showing.term)
      if (fact) count(fact, showing.label, showing.weight)
    }
    const phrase = showPhrase(words, talent)
    if (phrase) count(phrase, label, meetingWeightMin)
  }
  return shown
}

// A narrower concept shows the one that is asked for; a broader one shows a part of it.
export const meetingWeightMin = 900
const partlyMeetingWeightMin = 400

export function statusByParts(parts: readonly Pick<ShownPart, 'weight'>[]): RequirementStatus | null {
  if (parts.length === 0) return null
  if (parts.every(({ weight }) => weight >= meetingWeightMin)) return 'met'
  return parts.some(({ weight }) => weight >= partlyMeetingWeightMin) ? 'partly_met' : 'not_shown'
}

// The words decide where no known skill is shown. People describe what they do in words of their own, and a CV that says
// nothing about a requirement has none of its words: a quarter of them by specificity meets it. Related to the field is
// only a CV with about half of them.
const meetingWordsMin = 250
const partlyMeetingWordsMin = 120
const fieldWordsMin = 450
const mostWordsMin = 650

type CoveredWords = { status: RequirementStatus; isOfField: boolean; isMost: boolean }
type ShownWords = CoveredWords & { lines: readonly number[] }

function showWords(words: readonly WeighedTerm[], talent: IndexedTalent): ShownWords {
  const shown = coverWords(words, ({ term }) => showWord(term, talent).facts.length > 0)
  if (shown.status === 'not_shown') return { ...shown, lines: [] }
  const shownBy = new Set(words.map(({ term }) => showWord(term, talent)))
  return { ...shown, lines: [...shownBy].flatMap(({ lines }) => lines) }
}

export function coverWords<Word extends { specificity: number }>(
  words: readonly Word[],
  isShown: (word: Word) => boolean,
): CoveredWords {
  const covered = shareOf(words, (word) => (isShown(word) ? fullDegree : 0))
  const status: RequirementStatus =
    covered >= meetingWordsMin ? 'met' : covered >= partlyMeetingWordsMin ? 'partly_met' : 'not_shown'
  return { status, isOfField: covered >= fieldWordsMin, isMost: covered >= mostWordsMin }
}

type Statuses = { byParts: RequirementStatus | null; byWords: ShownWords; time: ShownTime | null }

/** Months of every part, which meet the requirement, and of its longest part, without which they contradict it. */
type ShownTime = { ofAll: number; ofAny: number }

function statusOf(
  { minMonths, words }: TermRequirement,
  { byParts, byWords, time }: Statuses,
): RequirementStatus {
  const isAboutTimeOnly = byParts === null && words.length === 0
  const named = isAboutTimeOnly ? 'met' : namedStatus(byParts, byWords)
  if (minMonths === null || minMonths === 0) return isAboutTimeOnly ? 'not_shown' : named
  if (named === 'not_shown') return named
  if (time === null) return 'not_shown'
  if (time.ofAny === 0 && !isAboutTimeOnly) return 'partly_met'
  if (time.ofAll >= minMonths - toleranceOf(minMonths)) return named
  return time.ofAny * 2 >= minMonths ? 'partly_met' : 'contradicted'
}

// A CV that gives years without months, or "2 years" for 23 months, is a month or two short by chance.
const toleranceMonthsMax = 2

function toleranceOf(minMonths: number): number {
  return Math.min(toleranceMonthsMax, Math.floor(minMonths / 12))
}

/**
 * Beside known names only most of the words show the whole: half of them may be one of two skills, or what surrounds the name
 * of a product that the CV does not have.
 */
export function namedStatus(
  byParts: RequirementStatus | null,
  byWords: Pick<ShownWords, 'status' | 'isMost'>,
): RequirementStatus {
  if (byParts === null) return byWords.status
  return betterOf(byParts, byWords.isMost ? 'met' : 'not_shown')
}

function betterOf(one: RequirementStatus, other: RequirementStatus): RequirementStatus {
  const step = (status: RequirementStatus) => statusSteps.findIndex((known) => known === status)
  return step(one) >= step(other) ? one : other
}

/** Null if nothing dated is known. */
function timeShown(
  { parts: asked, words, minMonths }: TermRequirement,
  { parts, isMost }: { parts: readonly ShownPart[]; isMost: boolean },
  talent: IndexedTalent,
): ShownTime | null {
  const { experienceMonths } = talent.facts
  if (asked.length === 0 && words.length === 0)
    return experienceMonths === null ? null : { ofAll: experienceMonths, ofAny: experienceMonths }
  if (asked.length === 0) {
    const byWords = monthsByWords(words, talent)
    return { ofAll: byWords, ofAny: byWords }
  }
  const months = parts.map((part) => part.months)
  // The time by words may meet a requirement that most words show, and never contradicts one that names are known for.
  const ofMost = isMost ? monthsOfMost(words, talent) : 0
  const ofAll = Math.max(ofMost >= (minMonths ?? 0) ? ofMost : 0, Math.min(...months))
  return { ofAll, ofAny: Math.max(ofAll, ...months) }
}

function monthsOfWord({ term }: WeighedTerm, talent: IndexedTalent): number {
  return showWord(term, talent).months
}

/** The time for which dated roles show most of the words: two years on a ward, ten months of them in surgery, are ten. */
function monthsOfMost(words: readonly WeighedTerm[], talent: IndexedTalent): number {
  const whole = words.reduce((sum, { specificity }) => sum + specificity, 0)
  const byTime = words
    .map((word) => ({ specificity: word.specificity, months: monthsOfWord(word, talent) }))
    .toSorted((one, other) => other.months - one.months)
  let covered = 0
  const last = byTime.find(({ specificity }) => {
    covered += specificity * fullDegree
    return whole > 0 && Math.floor(covered / whole) >= mostWordsMin
  })
  return last?.months ?? 0
}

function monthsByWords(words: readonly WeighedTerm[], talent: IndexedTalent): number {
  const monthsOf = (word: WeighedTerm) => monthsOfWord(word, talent)
  // Dates count only if the words that dated roles show are a part of the requirement on their own: otherwise one more
  // word without dates would turn a requirement that is not shown into one that is contradicted.
  const dated = words.filter((word) => monthsOf(word) > 0)
  const share = shareOf(words, (word) => (monthsOf(word) > 0 ? fullDegree : 0))
  // The most specific word says what the time is about: "surgery" rather than "ward".
  const specificity = Math.max(0, ...dated.map((word) => word.specificity))
  const about = dated.filter((word) => word.specificity === specificity)
  return share >= partlyMeetingWordsMin ? Math.max(0, ...about.map(monthsOf)) : 0
}

// One line may be a coincidence; four are proof. A role title that contains the term counts as two more lines.
const degreeByEvidence = [0, 500, 750, 875, 1_000] as const
const linesThatATitleIsWorth = 2

export function degreeOfTerm({ lines, isInTitle }: TermFact): number {
  const count = lines.length + (isInTitle ? linesThatATitleIsWorth : 0)
  return degreeByEvidence[Math.min(count, degreeByEvidence.length - 1)] ?? 0
}

type Compared = { parts: readonly ShownPart[]; months: number | null; talent: IndexedTalent }

/**
 * The words beside the names of the parts. A name's own words are compared with it: a CV that names the same thing in
 * other words, or in another language, has none of them.
 */
export function unnamedWords({ words, parts }: TermRequirement): WeighedTerm[] {
  const named = new Set(parts.flatMap(({ options }) => options.flatMap((option) => option.words)))
  return words.filter(({ term }) => !named.has(term))
}

function countedLines(requirement: TermRequirement, { terms }: IndexedTalent): number[] {
  return unnamedWords(requirement).flatMap(({ term }) => terms.get(term)?.lines ?? [])
}

/** The fine measure that ranks talents: words and parts by their specificity, then titles held or time spent. */
function degreeOf(requirement: TermRequirement, { parts, months, talent }: Compared): number {
  const { category, words, minMonths } = requirement
  const units = [
    ...unnamedWords(requirement).map(({ term, specificity }) => {
      const fact = talent.terms.get(term)
      return { specificity, degree: fact ? degreeOfTerm(fact) : 0 }
    }),
    ...parts.map(({ specificity, strength }) => ({ specificity, degree: strength })),
  ]
  const inTime = minMonths ? Math.min(fullDegree, Math.floor(((months ?? 0) * fullDegree) / minMonths)) : 0
  if (units.length === 0) return inTime
  const covered = shareOf(units, ({ degree }) => degree)
  if (category === 'title') {
    const held = talent.facts.roles.map((role) => titleCoverage(words, role))
    return Math.floor((covered + Math.max(0, ...held)) / 2)
  }
  return minMonths ? Math.floor((covered + inTime) / 2) : covered
}

function titleCoverage(words: readonly WeighedTerm[], { titleTerms }: RoleFact): number {
  return shareOf(words, ({ term }) => (titleTerms.includes(term) ? fullDegree : 0))
}

/** The roles whose titles name what the requirement is about; all roles if it is about time alone. */
function titleLines({ category, words, parts }: TermRequirement, { facts }: IndexedTalent): number[] {
  if (category !== 'title' && category !== 'experience') return []
  if (words.length === 0 && parts.length === 0) return facts.roles.map(({ line }) => line)
  const terms = new Set([
    ...words.map(({ term }) => term),
    ...parts.flatMap(({ options }) => options.flatMap(({ shownBy }) => shownBy.map(({ term }) => term))),
  ])
  return facts.roles
    .filter(({ titleTerms }) => titleTerms.some((term) => terms.has(term)))
    .map(({ line }) => line)
}

/** The mean of the values, weighted by specificity. */
export function shareOf<T extends { specificity: number }>(
  all: readonly T[],
  valueOf: (one: T) => number,
): number {
  const whole = all.reduce((sum, { specificity }) => sum + specificity, 0)
  if (whole === 0) return 0
  return Math.floor(all.reduce((sum, one) => sum + one.specificity * valueOf(one), 0) / whole)
}
