// A talent's facts by the words that they show. A job asks for the same words in many requirements, and a CV may have
// hundreds of forms of one word, so what shows a word or a phrase is looked up once for each talent.
import type { TalentFacts, TermFact } from '@gatehouse/talents/talent-facts'

export type IndexedTalent = {
  facts: TalentFacts
  terms: ReadonlyMap<string, TermFact>
  /** Words by a shorter beginning, so that other forms of a word count as evidence: manage and managing. */
  byBeginning: ReadonlyMap<string, readonly TermFact[]>
  /** What was looked up before, for words by `formsKey`. */
  words: Map<string, ShownWord>
  phrases: Map<string, TermFact | undefined>
}

/** The facts that show a word, in any form, with their lines and the greatest of their times. */
export type ShownWord = { facts: readonly TermFact[]; lines: readonly number[]; months: number }

export function indexTalent(facts: TalentFacts): IndexedTalent {
  const words = facts.terms.filter(({ term }) => term.length >= beginningLetters && !term.includes(':'))
  return {
    facts,
    terms: new Map(facts.terms.map((fact) => [fact.term, fact])),
    byBeginning: Map.groupBy(words, ({ term }) => term.slice(0, beginningLetters)),
    words: new Map(),
    phrases: new Map(),
  }
}

const beginningLetters = 4
// Terms have at most six letters: longer words with five letters in common are mostly forms of one word, and so are a
// short word and a word that adds an ending of two letters to it (code, coding; test, tested).
const sharedLetters = 5
const endingLettersMax = 2

export function areForms(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length > sharedLetters) return long.startsWith(short.slice(0, sharedLetters))
  return long.length - short.length <= endingLettersMax && long.startsWith(short)
}

export function showWord(word: string, talent: IndexedTalent): ShownWord {
  const key = formsKey(word)
  const known = talent.words.get(key)
  if (known) return known
  const facts = factsOf(word, talent)
  const lines = [...new Set(facts.flatMap((fact) => fact.lines))]
  const shown = { facts, lines, months: Math.max(0, ...facts.map(({ months }) => months)) }
  talent.words.set(key, shown)
  return shown
}

/** The same for words that have the same forms: of a longer word, only the shared letters and the length count. */
function formsKey(word: string): string {
  return word.length > sharedLetters ? `${word.slice(0, sharedLetters)} ${word.length}` : word
}

function factsOf(word: string, { terms, byBeginning }: IndexedTalent): readonly TermFact[] {
  if (word.length < beginningLetters) return [terms.get(word) ?? []].flat()
  const near = byBeginning.get(word.slice(0, beginningLetters)) ?? []
  return near.filter(({ term }) => areForms(term, word))
}

/** The words as one fact if a line has all of them; undefined otherwise. */
export function showPhrase(words: readonly string[], talent: IndexedTalent): TermFact | undefined {
  const phrase = words.join(' ')
  if (!talent.phrases.has(phrase)) talent.phrases.set(phrase, findPhrase(words, talent))
  return talent.phrases.get(phrase)
}

function findPhrase(words: readonly string[], talent: IndexedTalent): TermFact | undefined {
  const shown = words.map((word) => showWord(word, talent))
  const [rarest, ...others] = shown.map((one) => new Set(one.lines)).sort((a, b) => a.size - b.size)
  const lines = [...(rarest ?? [])].filter((line) => others.every((more) => more.has(line)))
  if (lines.length === 0) return undefined
  // Only a line of a dated role gives the phrase a time: words of different roles are not practised together.
  const dated = shown.map(({ facts }) => facts.filter((fact) => lines.some((line) => isInRole(line, fact))))
  const months = Math.min(...dated.map((facts) => Math.max(0, ...facts.map((fact) => fact.months))))
  return { term: words.join(' '), lines, isInTitle: false, months, roleLines: null }
}

function isInRole(line: number, { roleLines }: TermFact): boolean {
  return roleLines !== null && roleLines[0] <= line && line <= roleLines[1]
}
