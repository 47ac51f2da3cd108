// Finds the towns that a text names, in the spellings of English, German, French, Spanish and Romanian.
import { foldPhrase, foldText } from '../fold-text.ts'
import { townNames } from './town-names.ts'

export type FoundTown = {
  /** The folded name that the town has in its own country: `munchen` for Munich. */
  town: string
  /** ISO 3166 code. */
  country: string
  start: number
  end: number
}

type TownName = { words: readonly string[]; town: string; country: string; isAmbiguous: boolean }
type Word = { text: string; folded: string; start: number; end: number }

/** Names by their first word, the longest first. */
const namesByWord: ReadonlyMap<string, readonly TownName[]> = indexNames()

function indexNames(): Map<string, TownName[]> {
  const index = new Map<string, TownName[]>()
  for (const [country, list] of Object.entries(townNames)) {
    for (const entry of list.trim().split(/,\s*/)) {
      const names = entry.split('=')
      const town = foldPhrase((names[0] ?? '').replace('!', ''))
      for (const name of names) addName(index, { name, town, country })
    }
  }
  for (const names of index.values()) names.sort((one, other) => other.words.length - one.words.length)
  return index
}

function addName(
  index: Map<string, TownName[]>,
  { name, town, country }: { name: string; town: string; country: string },
): void {
  const isAmbiguous = name.endsWith('!')
  const bare = name.replace('!', '').normalize('NFC')
  const spelledOut = bare.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue')
  for (const spelling of new Set([bare, spelledOut])) {
    const words = wordsOf(spelling).map(({ folded }) => folded)
    const [first = ''] = words
    const known = index.get(first) ?? []
    index.set(first, [...known, { words, town, country, isAmbiguous }])
  }
}

/** Left to right; of names that start with the same word, the longest counts. A name starts with a capital letter. */
export function findTowns(text: string): FoundTown[] {
  const words = wordsOf(text)
  const found: FoundTown[] = []
  for (let at = 0; at < words.length; at += 1) {
    const name = nameAt(text, words, at)
    if (!name) continue
    const [first, last] = [words[at], words[at + name.words.length - 1]]
    if (!first || !last) continue
    found.push({ town: name.town, country: name.country, start: first.start, end: last.end })
    at += name.words.length - 1
  }
  return found
}

function nameAt(text: string, words: readonly Word[], at: number): TownName | undefined {
  const first = words[at]
  if (!first || !/^\p{Lu}/u.test(first.text)) return undefined
  return namesByWord.get(first.folded)?.find((name) => {
    const last = words[at + name.words.length - 1]
    if (!last || !isOneName(text, words.slice(at, at + name.words.length), name.words)) return false
    return !name.isAmbiguous || standsAsPlace(text.slice(0, first.start), text.slice(last.end))
  })
}

/** The words of a name are joined by a space, a hyphen or the like: `Cluj-Napoca`, `Frankfurt/Main`, `Halle (Saale)`. */
function isOneName(text: string, words: readonly Word[], name: readonly string[]): boolean {
  return words.every((word, index) => {
    const before = words[index - 1]
    const isJoined =
      !before || /^(?:[ \u00a0\-–/.’']|\. | [(/]| \/ )$/u.test(text.slice(before.end, word.start))
    return isJoined && word.folded === name[index]
  })
}

const placeBefore = /(?:^|[\s(])(?:in|at|near|around|bei|nahe|raum|aus|nach|à|en|sur|din|la|în|lângă)\s+$/iu
const endsPart = /(?:^|[,;:|·•()/–—\t]|\s-)\s*$/u
const startsPart = /^\s*(?:$|[,;|·•()/–—\t]|-\s|\.$|\.\s)/u

/** Whether the words around an ambiguous name make it a place: a preposition, or separators on both sides. */
function standsAsPlace(before: string, after: string): boolean {
  return placeBefore.test(before) ? !/^-\p{L}/u.test(after) : endsPart.test(before) && startsPart.test(after)
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/\p{L}[\p{L}\p{M}]*/gu)].map((match) => ({
    text: match[0],
    folded: foldText(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }))
}
