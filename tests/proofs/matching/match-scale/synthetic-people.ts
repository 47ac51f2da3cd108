// Talents and jobs from a seed: the same number always gives the same talent, so that all of them can be recreated and
// scored one by one. Each talent has one of twenty occupations, some of its skills, and some general skills.
import type { JobFacts, Requirement } from '@gatehouse/jobs/job-facts'
import { type TalentFacts, type TermFact, noFacts } from '@gatehouse/talents/talent-facts'
import { createSpecificity } from '@gatehouse/vocabulary/specificity'

const occupations = 20
const skillsPerOccupation = 40
const commonSkills = 100

export function makeTalent(index: number): TalentFacts {
  const random = createRandom(index + 1)
  const occupation = index % occupations
  const title = titleOf(occupation)
  const months = 6 + Math.floor(random() * 180)
  const toFact = (term: string): TermFact => ({
    term,
    lines: linesFrom(random),
    isInTitle: term === title,
    months: term === title ? months : 0,
    roleLines: term === title ? [1, 6] : null,
  })
  const terms: TermFact[] = [toFact(title)]
  for (let skill = 0; skill < skillsPerOccupation; skill += 1) {
    if (random() < 0.35) terms.push(toFact(skillOf(occupation, skill)))
  }
  for (let skill = 0; skill < commonSkills; skill += 1) {
    if (random() < 0.05) terms.push(toFact(commonSkillOf(skill)))
  }
  return {
    ...noFacts,
    terms: terms.sort((a, b) => (a.term < b.term ? -1 : 1)),
    roles: [{ id: 'r1', titleTerms: [title], months, isCurrent: false, line: 1 }],
  }
}

export function makeJob(index: number): JobFacts {
  const random = createRandom(1_000_003 * (index + 1))
  const occupation = index % occupations
  const title = titleOf(occupation)
  const ownSkill = () => skillOf(occupation, Math.floor(random() * skillsPerOccupation))
  const commonSkill = () => commonSkillOf(Math.floor(random() * commonSkills))
  const asked: Asked[] = [
    { category: 'title', term: title, minMonths: null },
    { category: 'experience', term: title, minMonths: 12 * (1 + Math.floor(random() * 10)) },
    ...Array.from({ length: 8 }, (): Asked => ({ category: 'skill', term: ownSkill(), minMonths: null })),
    ...Array.from({ length: 2 }, (): Asked => ({ category: 'skill', term: commonSkill(), minMonths: null })),
  ]
  return { schema: 'job_facts/2', requirements: asked.map(toRequirement) }
}

type Asked = { category: 'title' | 'experience' | 'skill'; term: string; minMonths: number | null }

function toRequirement({ category, term, minMonths }: Asked, index: number): Requirement {
  const specificity = specificityOf(term)
  const parts = [
    { options: [{ label: term, shownBy: [{ term, label: term, weight: 1_000 }], words: [] }], specificity },
  ]
  const words = [{ term, specificity }]
  const id = `q${index}`
  return { id, text: term, importance: 'must', line: 0, isGeneral: false, category, parts, words, minMonths }
}

// The share of talents with each term is the same however many talents there are, so it is given here instead of
// counted.
export const specificityOf = createSpecificity({
  talents: 10_000,
  talentsWith: (term) =>
    10_000 * (term.startsWith('c') ? 0.05 : term.startsWith('t') ? 1 / occupations : 0.35 / occupations),
})

function titleOf(occupation: number): string {
  return `t${toLetters(occupation)}`
}

function skillOf(occupation: number, skill: number): string {
  return `s${toLetters(occupation * skillsPerOccupation + skill)}`
}

function commonSkillOf(skill: number): string {
  return `c${toLetters(skill)}`
}

/**
 * Three letters. No two terms share their first four letters: words that do count as forms of one word, so that a talent
 * with one of them would have all.
 */
function toLetters(index: number): string {
  return [26 * 26, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(index / unit) % 26))).join('')
}

function linesFrom(random: () => number): number[] {
  return Array.from({ length: 1 + Math.floor(random() * 4) }, (_, line) => line + 2)
}

/** A small seeded generator (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
