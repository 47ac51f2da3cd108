// Decides which names in a requirement are alternatives of each other, and which have to be shown each.
import { foldText } from '@gatehouse/reading/fold-text'
import type { FoundConcept } from '@gatehouse/vocabulary/concept'
import { distinctTerms } from '@gatehouse/vocabulary/term'
import type { Part } from '../job-facts.ts'
import { contentOf, listGap, orWord } from './requirement-words.ts'

// As much as a broader concept: it makes the one that is asked for likelier and does not show it.
const repeatedWeight = 400

/**
 * "HPLC and gas chromatography" are two skills, although one concept has both names: each has to be shown by its own
 * name.
 */
export function withOwnName(part: Part, isRepeated: (key: string) => boolean): Part {
  const options = part.options.map((option) => ({
    ...option,
    shownBy: option.shownBy.map((showing) =>
      isRepeated(showing.term) ? { ...showing, weight: Math.min(showing.weight, repeatedWeight) } : showing,
    ),
  }))
  return { ...part, options }
}

const exampleWord =
  /\b(?:such as|like|e\.?\s?g\.?|for example|wie|z\.?\s?b\.?|comme|par exemple|como|por ejemplo|precum|cum ar fi|de exemplu)\b|\(/iu

/**
 * Groups concepts that are alternatives of each other: "React or Vue", "React, Vue or Angular", "a broker such as Kafka
 * or RabbitMQ". All others stand alone.
 */
export function groupOptions(text: string, found: readonly FoundConcept[]): FoundConcept[][] {
  const lists: FoundConcept[][] = []
  for (const one of withAlternatives(text, found)) {
    const last = lists.at(-1)?.at(-1)
    if (last && listGap.test(text.slice(last.end, one.start))) lists.at(-1)?.push(one)
    else lists.push([one])
  }
  return countedOnce(lists).flatMap((list) => {
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

/**
 * "Reading plans and wiring diagrams" and "rotating shifts (mornings and nights)" ask for one concept in several words.
 * Only names that are listed beside each other, and general ones never, are different kinds of it.
 */
function countedOnce(lists: readonly FoundConcept[][]): FoundConcept[][] {
  const seen = new Set<string>()
  return lists
    .map((list) => {
      const own = list.filter(({ concept }, index) => {
        const isFirst = list.findIndex((one) => one.concept.key === concept.key) === index
        return !seen.has(concept.key) && (isFirst || !concept.isGeneral)
      })
      for (const { concept } of list) seen.add(concept.key)
      return own
    })
    .filter((list) => list.length > 0)
}

const betweenAlternatives = /\s(?:or|oder|bzw\.?|ou|o|u|sau|ori)\s+/giu
const phraseEnd = /[,;:.()/|–]|\s-\s|\s(?:and|or|und|oder|et|ou|y|e|o|și|si|sau|with|mit|avec|con|cu)\s/iu
const anyOther =
  /^\s*(?:an?\s|une?\s|eine?[rnms]?\s|una?\s)?(?:other|another|similar|equivalent|comparable|higher|better|more|above|ahnlich|vergleichbar|hoher|gleichwertig|besser|andere|autre|equivalent|similaire|superieur|plus|mieux|otr[oa]|superior|mas\b|mayor|alt\b|alta\b|alte\b|similar|echivalent|mai\b)/
const phraseTermsMax = 3

/** "A PDA or radio terminal": the words beside "or" are an alternative too, if only the other side is a known name. */
function withAlternatives(text: string, found: readonly FoundConcept[]): readonly FoundConcept[] {
  const more = [...text.matchAll(betweenAlternatives)].flatMap(({ 0: word, index }) => {
    const after = index + word.length
    const left = found.find(({ end }) => end <= index && text.slice(end, index).trim() === '')
    const right = found.find(({ start }) => start >= after && listGap.test(text.slice(index, start)))
    if (left && !right) return toAlternative(text, left, [after, phraseEndAfter(text, after, found)])
    if (right && !left) return toAlternative(text, right, [phraseStartBefore(text, index, found), index])
    return []
  })
  return [...found, ...more].sort((a, b) => a.start - b.start)
}

function toAlternative(
  text: string,
  { concept: { isGeneral } }: FoundConcept,
  [from, end]: readonly [number, number],
): FoundConcept[] {
  const phrase = text.slice(from, end)
  const start = from + (phrase.length - phrase.trimStart().length)
  const terms = distinctTerms(contentOf(phrase))
  if (terms.length === 0 || terms.length > phraseTermsMax || anyOther.test(foldText(phrase))) return []
  const label = phrase.trim()
  return [{ concept: { key: `${alternativeKey}${label}`, kind: 'skill', label, isGeneral }, start, end }]
}

/** Key of an alternative that is not a known name. */
export const alternativeKey = 'name:or '

function phraseEndAfter(text: string, from: number, found: readonly FoundConcept[]): number {
  const next = Math.min(text.length, ...found.filter(({ start }) => start >= from).map(({ start }) => start))
  const at = text.slice(from, next).search(phraseEnd)
  return at === -1 ? next : from + at
}

function phraseStartBefore(text: string, to: number, found: readonly FoundConcept[]): number {
  const last = Math.max(0, ...found.filter(({ end }) => end <= to).map(({ end }) => end))
  const ends = [...text.slice(last, to).matchAll(new RegExp(phraseEnd, 'giu'))]
  const end = ends.at(-1)
  return end ? last + end.index + end[0].length : last
}
