// Keeps a model's verdict only if it has at least one quote, all its quotes occur in the lines that they cite, and each
// names something that the requirement asks for. Otherwise it is dropped, and the facts alone decide about the
// requirement. A model that follows an instruction in a CV therefore still needs a line that names the skill in question.
import type { Requirement } from '@gatehouse/jobs/job-facts'
import { foldText } from '@gatehouse/reading/fold-text'
import { readEducationLevel } from '@gatehouse/reading/levels'
import type { Concepts } from '@gatehouse/vocabulary/concept'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import type { ClaimedVerdict, JudgedTalent, VerifiedVerdict } from './judge.ts'

export type JudgedRequirement = Exclude<Requirement, { category: 'language' | 'location' }>

/** Levels of languages and places are compared exactly, so a model has nothing to add. */
export function isJudged(requirement: Requirement): requirement is JudgedRequirement {
  return requirement.category !== 'language' && requirement.category !== 'location'
}

export type Verification = {
  requirements: readonly JudgedRequirement[]
  /** Finds the concepts that a quote names. */
  concepts: Pick<Concepts, 'find'>
}

const quoteLettersMin = 3

export function verifyVerdicts(
  claims: readonly ClaimedVerdict[],
  { lines }: JudgedTalent,
  { requirements, concepts }: Verification,
): VerifiedVerdict[] {
  const textOf = new Map(lines.map(({ line, text }) => [line, normalise(text)]))
  const requirementOf = new Map(requirements.map((requirement) => [requirement.id, requirement]))
  const said = new Map<string, VerifiedVerdict[]>()
  for (const { requirementId, verdict, evidence } of claims) {
    const requirement = requirementOf.get(requirementId)
    if (verdict === 'unknown' || !requirement || evidence.length === 0) continue
    const isNamed = createNaming(requirement, concepts)
    if (!evidence.every(({ line, quote }) => occursIn(quote, textOf.get(line)) && isNamed(quote))) continue
    const found = [...new Set(evidence.map(({ line }) => line))].sort((a, b) => a - b)
    said.set(requirementId, [...(said.get(requirementId) ?? []), { requirementId, verdict, lines: found }])
  }
  // Contradictory verdicts on one requirement cancel each other.
  return [...said.values()].flatMap(([first, ...others]) =>
    first && others.every(({ verdict }) => verdict === first.verdict) ? [first] : [],
  )
}

/** Returns whether a text names something that the requirement asks for. Words that only link others do not count. */
function createNaming(
  requirement: JudgedRequirement,
  concepts: Verification['concepts'],
): (text: string) => boolean {
  if (requirement.category === 'education') {
    const fieldTerms = new Set(distinctTerms(requirement.field ?? ''))
    return (text) =>
      readEducationLevel(text) !== null || distinctTerms(text).some((term) => fieldTerms.has(term))
  }
  const { parts, words } = requirement
  const options = parts.flatMap((part) => part.options)
  const keys = new Set(options.flatMap(({ shownBy }) => shownBy.map(({ term }) => term)))
  // The other words of a requirement that names a skill are common: "in production", "for customers".
  const labels = options.flatMap(({ shownBy }) => shownBy.map(({ label }) => label))
  const terms = new Set(parts.length > 0 ? labels.flatMap(distinctTerms) : words.map(({ term }) => term))
  return (text) =>
    distinctTerms(text).some((term) => terms.has(term)) ||
    concepts.find(text).some(({ concept }) => keys.has(concept.key))
}

const wordCharacter = /[\p{L}\p{N}]/u

/** Whole words only: "Java" does not occur in "JavaScript". */
function occursIn(quote: string, text: string | undefined): boolean {
  const normalised = normalise(quote)
  if (text === undefined || normalised.length < quoteLettersMin) return false
  const joins = (inside: string | undefined, outside: string | undefined) =>
    wordCharacter.test(inside ?? ' ') && wordCharacter.test(outside ?? ' ')
  for (let at = text.indexOf(normalised); at >= 0; at = text.indexOf(normalised, at + 1)) {
    const end = at + normalised.length
    if (!joins(text[at], text[at - 1]) && !joins(text[end - 1], text[end])) return true
  }
  return false
}

function normalise(text: string): string {
  return foldText(text).replaceAll(/\s+/g, ' ').trim()
}
