// Reads what a requirement names: known skills and occupations, and names of products, standards and certificates, each as
// a part that a talent has to show, with its alternatives.
import { foldText } from '@gatehouse/reading/fold-text'
import { findSpelledNames } from '@gatehouse/vocabulary/acronyms'
import type { Concepts, FoundConcept } from '@gatehouse/vocabulary/concept'
import type { SpecificityOf } from '@gatehouse/vocabulary/specificity'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import type { Option, Part, TermCategory, TermRequirement } from '../job-facts.ts'
import type { PostingRequirement } from '../posting.ts'
import { contentOf, orWord } from './requirement-words.ts'

export type PostingReading = { concepts: Concepts; specificityOf: SpecificityOf }

export type StatedTerms = Pick<PostingRequirement, 'id' | 'text' | 'importance' | 'line' | 'minYears'> & {
  category: TermCategory
}

export function toTerms(stated: StatedTerms, reading: PostingReading): TermRequirement {
  const { id, text, importance, line, category, minYears } = stated
  const asked = withoutHolder(text, reading)
  const spelled = category === 'title' ? [] : spelledNames(asked)
  const isWithin = ({ start, end }: FoundConcept) =>
    spelled.some((name) => name.start <= start && end <= name.end)
  const known = [...reading.concepts.find(asked).filter((one) => !isWithin(one)), ...spelled]
  const named = [...known, ...findNames(asked, known)].sort((a, b) => a.start - b.start)
  const groups = groupOptions(asked, named)
  const isRepeated = (key: string) =>
    groups.filter((group) => group.some(({ concept }) => concept.key === key)).length > 1
  const parts = groups.map((group) => withOwnName(toPart(asked, group, reading), isRepeated))
  const words = distinctTerms(contentOf(asked)).map((term) => ({
    term,
    specificity: weigh(term, reading.specificityOf),
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

// As much as a broader concept: it makes the one that is asked for likelier and does not show it.
const repeatedWeight = 400

/**
 * "HPLC and gas chromatography" are two skills, although one concept has both names: each has to be shown by its own
 * name.
 */
function withOwnName(part: Part, isRepeated: (key: string) => boolean): Part {
  const options = part.options.map((option) => ({
    ...option,
    shownBy: option.shownBy.map((showing) =>
      isRepeated(showing.term) ? { ...showing, weight: Math.min(showing.weight, repeatedWeight) } : showing,
    ),
  }))
  return { ...part, options }
}

const credentialWords =
  /\b(?:registr\w*|registered|register|chartered|membership|member of|colegiad\w*|colegiaci\w*|membru|inscrit\w*|inscription|approbation|kammer\w*)\b/

/**
 * "SSSC registration as a social worker" asks for the registration: a social worker does not show it, so the occupation is
 * left out.
 */
function withoutHolder(text: string, { concepts }: PostingReading): string {
  if (!credentialWords.test(foldText(text))) return text
  return concepts
    .find(text)
    .filter(({ concept }) => concept.kind === 'occupation')
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)}${rest.slice(end)}`, text)
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

/** "National Planning Policy Framework" is a name; its initials show it too. */
function spelledNames(text: string): FoundConcept[] {
  return findSpelledNames(text).map(({ acronym, start, end }) => ({
    concept: { key: `name:${acronym}`, kind: 'skill', label: text.slice(start, end), isGeneral: false },
    start,
    end,
  }))
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
    // Two names of one concept without a word between them are one name: "2391 inspection and testing".
    const isApart = gaps.every((gap) => gap.trim() !== '')
    const wordsOf = ({ start, end }: FoundConcept) =>
      isApart ? distinctTerms(text.slice(start, end)).join(' ') : ''
    const distinct = [...new Map(list.map((one) => [`${one.concept.key} ${wordsOf(one)}`, one])).values()]
    return isAnyOf ? [distinct] : distinct.map((one) => [one])
  })
}

function toPart(
  text: string,
  group: readonly FoundConcept[],
  { concepts, specificityOf }: PostingReading,
): Part {
  const options = group.map(({ concept: { key, label }, start, end }): Option => {
    const acronym = /^name:(?<acronym>\p{Ll}+)$/u.exec(key)?.groups?.['acronym']
    return {
      label,
      shownBy: [
        ...(key.startsWith('name:') ? [] : [{ term: key, label, weight: 1_000 }]),
        ...(acronym === undefined ? [] : [{ term: acronym, label, weight: 1_000 }]),
        ...concepts.near(key).map((near) => ({ term: near.key, label: near.label, weight: near.weight })),
      ],
      words: distinctTerms(text.slice(start, end)),
    }
  })
  return { options, specificity: Math.max(...group.map(({ concept }) => weigh(concept.key, specificityOf))) }
}
