// Compares what a talent's text states to be absent with a requirement. A statement contradicts the requirement unless
// another line shows the very thing: better evidence lifts the contradiction and never causes one.
import type { Option, Part, RequiredLanguage, TermRequirement } from '@gatehouse/jobs/job-facts'
import type { AbsentFact } from '@gatehouse/talents/talent-facts'
import { type Measured, fullDegree } from './match-score.ts'
import { type IndexedTalent, areForms, showPhrase, showWord } from './index-talent.ts'

export function contradictAbsent(
  requirement: TermRequirement,
  measured: Measured,
  talent: IndexedTalent,
): Measured {
  const { absent = [] } = talent.facts
  if (absent.length === 0 || requirement.category === 'title' || requirement.category === 'task')
    return measured
  const found = findAbsentPart(requirement, absent, talent) ?? findAbsentWords(requirement, absent, talent)
  if (!found) return measured
  const evidence = { ...measured.evidence, lines: found.lines, absent: found.label }
  return { ...measured, status: 'contradicted', evidence }
}

type Absence = { label: string; lines: readonly number[] }

function findAbsentPart(
  { parts }: TermRequirement,
  absent: readonly AbsentFact[],
  talent: IndexedTalent,
): Absence | undefined {
  for (const part of parts) {
    const lines = part.options.map((option) => absentLines(option, absent))
    if (lines.every((some) => some.length > 0) && !part.options.some((option) => isShown(option, talent)))
      return { label: labelOf(part), lines: inOrder(lines.flat()) }
  }
  return undefined
}

/** Two names of one thing are often alternatives of each other: "Qualified Teacher Status (QTS)". */
function labelOf({ options }: Part): string {
  return [...new Set(options.map(({ label }) => label))].join(' or ')
}

/** The weight of the concept that is asked for itself; concepts near to it weigh less. */
const ownWeight = 1_000

function ownTerms({ shownBy }: Option): string[] {
  return shownBy.filter(({ weight }) => weight >= ownWeight).map(({ term }) => term)
}

function absentLines(option: Option, absent: readonly AbsentFact[]): number[] {
  const own = ownTerms(option)
  return absent
    .filter(
      ({ terms }) =>
        own.some((term) => terms.includes(term)) ||
        (option.words.length > 0 && option.words.every((word) => hasForm(terms, word))),
    )
    .map(({ line }) => line)
}

/** A related occupation makes a licence likely, which is less than the statement that there is none. */
function isShown(option: Option, talent: IndexedTalent): boolean {
  return (
    ownTerms(option).some((term) => talent.terms.has(term)) || showPhrase(option.words, talent) !== undefined
  )
}

// Half of the words say what a requirement without a known name is about.
const absentWordsMin = 500

/** Where the requirement has no known name: one statement has half of its words, and no other line has them. */
function findAbsentWords(
  { parts, words, text }: TermRequirement,
  absent: readonly AbsentFact[],
  talent: IndexedTalent,
): Absence | undefined {
  if (parts.length > 0) return undefined
  const whole = words.reduce((sum, { specificity }) => sum + specificity, 0)
  const unshown = words.filter(({ term }) => showWord(term, talent).facts.length === 0)
  const found = absent.find(({ terms }) => {
    const missing = unshown.filter(({ term }) => hasForm(terms, term))
    const share = missing.reduce((sum, { specificity }) => sum + specificity, 0)
    return whole > 0 && share * fullDegree >= whole * absentWordsMin
  })
  return found && { label: `“${text}”`, lines: [found.line] }
}

function hasForm(terms: readonly string[], word: string): boolean {
  return terms.some((term) => term === word || (word.length >= 4 && term.length >= 4 && areForms(term, word)))
}

/** The lines that state that none of the languages is spoken; empty if one of them is not named. */
export function findAbsentLanguages(
  asked: readonly RequiredLanguage[],
  absent: readonly AbsentFact[],
): number[] {
  const lines = asked.map(({ language }) =>
    absent.filter(({ terms }) => terms.includes(`language:${language}`)).map(({ line }) => line),
  )
  return lines.every((some) => some.length > 0) ? inOrder(lines.flat()) : []
}

function inOrder(lines: readonly number[]): number[] {
  return [...new Set(lines)].sort((a, b) => a - b)
}
