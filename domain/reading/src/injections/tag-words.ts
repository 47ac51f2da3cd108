// Finds in a text the words of the groups in `injection-words.ts`, by look-ups alone, so that the time grows with the
// number of words and not with the size of the lists.
import { type WordGroup, injectionWords } from './injection-words.ts'

export type TaggedText = {
  /** Positions of the words of each group, counted in words, ascending. */
  positions: ReadonlyMap<WordGroup, readonly number[]>
  /** Positions of words that begin a clause or follow a word that leads to an order: "please mark", "and give". */
  led: ReadonlySet<number>
  /** Positions of words in quotation marks. */
  quoted: ReadonlySet<number>
}

export type WordTagger = {
  tag(text: string): TaggedText
  isWord(word: string): boolean
}

const word = /[a-z]+|\d+(?:[.,/]\d+)*/g
const clauseMark = /[.,;:!?()[\]{}<>"'“”„«»|•*#=–—-]/
const quotation = /"[^"]{1,80}"|[“„][^”“"]{1,80}[”“"]|«[^»]{1,80}»/g
const mayQuote = /["“„«]/
const phraseWordsMax = 4
const stemLettersMin = 3
const stemLettersMax = 20
/** Words whose groups are kept, because the same words return in every text. */
const knownMax = 20_000

const leading = new Set(
  (
    'please and then now always just must should to you not never only simply also but kindly don t do ' +
    'bitte und dann jetzt immer nur also sie nicht soll muss ' +
    'et puis donc alors toujours ne n pas veuillez ' +
    'y e luego ahora siempre no solo que ' +
    'si apoi acum doar nu mereu sa rog'
  ).split(' '),
)

function hasClauseMark(text: string, from: number, to: number): boolean {
  // A single space is the usual gap.
  return !(to === from + 1 && text[from] === ' ') && clauseMark.test(text.slice(from, to))
}

function quotesIn(text: string): (readonly [number, number])[] {
  if (!mayQuote.test(text)) return []
  return [...text.matchAll(quotation)].map(({ 0: found, index }) => [index, index + found.length] as const)
}

type WordIndex = {
  exact: ReadonlyMap<string, readonly WordGroup[]>
  stems: ReadonlyMap<string, readonly WordGroup[]>
  phraseStarts: ReadonlySet<string>
}

function indexWords(): WordIndex {
  const exact = new Map<string, WordGroup[]>()
  const stems = new Map<string, WordGroup[]>()
  const phraseStarts = new Set<string>()
  for (const [group, list] of Object.entries(injectionWords) as [WordGroup, string][]) {
    for (const entry of list.trim().split(/\s+/)) {
      const isStem = entry.endsWith('*')
      const name = entry.replace('*', '').replaceAll('_', ' ')
      const target = isStem ? stems : exact
      target.set(name, [...(target.get(name) ?? []), group])
      if (name.includes(' ')) phraseStarts.add(name.slice(0, name.indexOf(' ')))
    }
  }
  return { exact, stems, phraseStarts }
}

export function createWordTagger(): WordTagger {
  const { exact, stems, phraseStarts } = indexWords()
  const known = new Map<string, readonly WordGroup[]>()

  function groupsOf(found: string): readonly WordGroup[] {
    const kept = known.get(found)
    if (kept) return kept
    if (known.size >= knownMax) known.clear()
    const groups = lookUp(found)
    known.set(found, groups)
    return groups
  }

  function lookUp(found: string): WordGroup[] {
    const groups = [...(exact.get(found) ?? [])]
    for (let length = stemLettersMin; length <= Math.min(found.length, stemLettersMax); length += 1)
      groups.push(...(stems.get(found.slice(0, length)) ?? []))
    return groups
  }

  function phraseGroups(words: readonly string[], from: number): WordGroup[] {
    const groups: WordGroup[] = []
    let phrase = words[from] ?? ''
    for (const next of words.slice(from + 1, from + phraseWordsMax)) {
      phrase += ` ${next}`
      groups.push(...(exact.get(phrase) ?? []))
    }
    return groups
  }

  return {
    isWord: (found) => exact.has(found) || groupsOf(found).length > 0,
    tag(text) {
      const matches = [...text.matchAll(word)]
      const words = matches.map(([found]) => found)
      const positions = new Map<WordGroup, number[]>()
      const led = new Set<number>()
      const quoted = new Set<number>()
      const quotes = quotesIn(text)
      let [index, gapStart, before] = [-1, 0, '']
      for (const { 0: found, index: start } of matches) {
        index += 1
        const isLed = index === 0 || leading.has(before) || hasClauseMark(text, gapStart, start)
        if (isLed) led.add(index)
        ;[gapStart, before] = [start + found.length, found]
        if (quotes.some(([from, to]) => start > from && start < to)) quoted.add(index)
        const groups = phraseStarts.has(found)
          ? [...groupsOf(found), ...phraseGroups(words, index)]
          : groupsOf(found)
        for (const group of groups) {
          const at = positions.get(group)
          if (at) at.push(index)
          else positions.set(group, [index])
        }
      }
      return { positions, led, quoted }
    },
  }
}
