// Finds what a requirement names: known concepts, names that are spelled out, and names of products, standards and
// certificates that no list has.
import { findSpelledNames } from '@gatehouse/vocabulary/acronyms'
import type { Concepts, FoundConcept } from '@gatehouse/vocabulary/concept'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import type { TermCategory } from '../job-facts.ts'
import { contentOf, listGap, orWord } from './requirement-words.ts'

/** Sorted by place; names do not overlap. */
export function findNamed(text: string, category: TermCategory, concepts: Concepts): FoundConcept[] {
  const found = concepts.find(text)
  const spelled = category === 'title' ? [] : spelledNames(text, found)
  const isWithin = ({ start, end }: FoundConcept) =>
    spelled.some((name) => name.start <= start && end <= name.end)
  const known = [...found.filter((one) => !isWithin(one)), ...spelled]
  const named = [...known, ...findNames(text, category, known)].sort((a, b) => a.start - b.start)
  // Shift work does not make a hairdresser a warehouse worker: a title is about its occupation.
  const isAboutField = category === 'title' && named.some(({ concept }) => !concept.isGeneral)
  return isAboutField ? named.filter(({ concept }) => !concept.isGeneral) : named
}

// HACCP, WinMentor, S7, BEd, CONTPAQi, 1C. The plural of an abbreviation (KPIs) is not another name.
const nameWord =
  /(?<![\p{L}\p{N}])(?:\p{Lu}{2,}[\p{Lu}\p{N}+#/-]*|\p{Lu}{2,}(?!s(?!\p{L}))\p{Ll}{1,2}|\p{L}*\p{Ll}\p{Lu}\p{L}*|\p{Lu}+\p{N}+\p{L}*|\p{N}[BCDEFGS])(?![\p{L}\p{N}])/gu

/** Countries, levels, contracts and times are compared elsewhere. */
const notNames = /^(?:UK|EU|US|USA|UE|DACH|[ABC][12]|[IVX]+|HR|IT|PC|CDI|CDD|CIM|AM|PM|TPA)$/

const capitalWord = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?![\p{L}\p{N}])/gu

/** A title may be in capitals throughout: "RECEPCIONISTA DE HOTEL" has no name; the 4B of "Ward 4B" is a number. */
const notInTitle = /^(?:\p{Lu}{5,}|\p{N}\p{Lu})$/u

/**
 * Names of products, standards and certificates beside the known concepts. A word with only a capital letter counts beside
 * another name: "Saga or WinMentor".
 */
function findNames(text: string, category: TermCategory, known: readonly FoundConcept[]): FoundConcept[] {
  const certain = toNames(text, nameWord, known).filter(
    ({ concept }) => category !== 'title' || !notInTitle.test(concept.label),
  )
  const all = [...known, ...certain]
  const capitals = toNames(text, capitalWord, all)
  const isBeside = ({ start, end }: FoundConcept) =>
    isInParentheses(text, start) ||
    isBrand(text, start, all) ||
    [...all, ...capitals].some(
      (one) => isGap(text.slice(one.end, start)) || isGap(text.slice(end, one.start)),
    )
  return [...certain, ...capitals.filter(isBeside)]
}

const german =
  /[äöüß]|(?<!\p{L})(?:und|oder|mit|der|die|das|im|von|auf|als|in|Kenntnisse|Erfahrung|Umgang)(?!\p{L})/iu

/** "PLC Siemens" and "caja Zelty" name a make behind its kind, except in German, where every noun has a capital letter. */
function isBrand(text: string, start: number, known: readonly FoundConcept[]): boolean {
  if (german.test(text) || !/(?<!\p{L})\p{Ll}{2,}/u.test(text)) return false
  return known.some(
    ({ end, concept }) => concept.kind === 'skill' && end < start && text.slice(end, start).trim() === '',
  )
}

const conjunction = /\s(?:and|et|und|y|e|și|si)\s/iu
const shortWord = /^(?:(?:\p{Lu}|\p{N})+|\p{L})$/u

/**
 * "National Planning Policy Framework" is a name; its initials show it too. A list of two known skills is not one name, and
 * neither is "Führerschein Klasse CE", which has an abbreviation of its own.
 */
function spelledNames(text: string, known: readonly FoundConcept[]): FoundConcept[] {
  const spelled = findSpelledNames(text).flatMap(({ acronym, start, end }) => {
    const first = withoutFillers(text.slice(start, end))
    const name = { acronym: acronym.slice(first.dropped), start: start + first.at, end }
    const within = known.filter((one) => one.start >= name.start && one.end <= end)
    const isList = within.length > 1 && conjunction.test(text.slice(name.start, end))
    const isAbbreviated = text
      .slice(name.start, end)
      .split(/\s+/)
      .some((word) => shortWord.test(word))
    const isKnown = within.some((one) => one.start === name.start && one.end === end)
    return isList || isAbbreviated || isKnown || name.acronym.length < initialsMin ? [] : [name]
  })
  const explained = explainedNames(text).filter(
    ({ start, end }) =>
      !spelled.some((one) => one.start < end && start < one.end) &&
      !known.some((one) => one.start <= start && one.end >= end),
  )
  return [...spelled, ...explained].map(({ acronym, start, end }) => ({
    concept: { key: `name:${acronym}`, kind: 'skill', label: text.slice(start, end), isGeneral: false },
    start,
    end,
  }))
}

const initialsMin = 3

/** "Current Advanced Life Support" is called ALS: words that say nothing about the name do not belong to it. */
function withoutFillers(name: string): { dropped: number; at: number } {
  let [dropped, at] = [0, 0]
  for (const word of name.split(/(?<=\s)/)) {
    if (contentOf(word).trim() !== '') break
    dropped += 1
    at += word.length
  }
  return { dropped, at }
}

const explanation = /\((?<acronym>\p{Lu}{2,6})\)/gu

/** "Computerized maintenance management system (CMMS)": the words before an abbreviation that have its letters. */
function explainedNames(text: string): { acronym: string; start: number; end: number }[] {
  return [...text.matchAll(explanation)].flatMap(({ index, groups }) => {
    const acronym = (groups?.['acronym'] ?? '').toLowerCase()
    const words = [...text.slice(0, index).matchAll(/[\p{L}\p{N}]+/gu)].slice(-acronym.length)
    const initials = words.map(([word]) => word.charAt(0).toLowerCase()).join('')
    const [first, last] = [words[0], words.at(-1)]
    if (!first || !last || initials !== acronym) return []
    return [{ acronym, start: first.index, end: last.index + last[0].length }]
  })
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
    .filter(({ label }) => !notNames.test(label) && hasOneTerm(label))
    .map(({ label, start, end }) => ({
      concept: { key: `name:${label}`, kind: 'skill', label, isGeneral: false },
      start,
      end,
    }))
}

function hasOneTerm(name: string): boolean {
  return distinctTerms(contentOf(name)).length === 1
}
