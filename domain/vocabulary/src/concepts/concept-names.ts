// Names of concepts by the words of which they consist, and the longest name that starts at a word of a text.
import type { Concept } from './concept.ts'
import type { ConceptName } from './concept-list.ts'
import { ordinaryWords } from './lists/ordinary-words.ts'
import { nameStem } from './name-stem.ts'
import { type NameWords, readNameWords } from './name-words.ts'

/** A name in a text, by its first word and the word after its last one. */
export type FoundName = {
  name: ConceptName
  from: number
  to: number
  /** Whether the case of a name for which it matters is another one: "react". It counts only among other skills. */
  isInOtherCase: boolean
}

/** `end` is the word before which the name has to end. */
type Place = { text: string | null; words: NameWords; from: number; end: number }

export type ConceptNames = {
  longestAt(place: Place): FoundName | undefined
  /** The concept with this name, in any case and inflected. */
  conceptOf(name: string): Concept | undefined
}

/**
 * Names by their words, and the beginnings of names: a search goes on word by word as long as it finds a beginning. Null
 * where two concepts share a name, so that neither is meant with certainty; undefined where no name ends.
 */
type NameIndex = Map<string, ConceptName | null | undefined>

type NameIndexes = { exact: NameIndex; stems: NameIndex; ordinary: ReadonlySet<string> }

/**
 * A name is found as it is written, as one word if it is hyphenated, and, if its list is inflected, by its stems without
 * linking words: "gestion des projets" and "gestion de projet".
 */
export function indexNames(names: Iterable<ConceptName>): ConceptNames {
  const exact: NameIndex = new Map()
  const stems: NameIndex = new Map()
  for (const name of names) {
    const own = readNameWords(name.name)
    addName(exact, own.words, name)
    if (isHyphenated(own, 0, own.words.length)) addName(exact, [own.words.join('')], name)
    if (name.isInflected && name.spelling === null) addName(stems, withoutLinks(own), name)
  }
  const indexes = { exact, stems, ordinary: new Set(ordinaryWords.trim().split(/\s+/)) }
  return {
    longestAt: (place) => longestOf(indexes, place),
    conceptOf: (name) => {
      const words = readNameWords(name)
      const end = words.words.length
      const found = longestOf(indexes, { text: null, words, from: 0, end })
      return found?.to === end ? found.name.concept : undefined
    },
  }
}

/** The names of both; of two names at one place the longer one is found, and of equally long ones the first. */
export function longestNames(first: ConceptNames, second: ConceptNames): ConceptNames {
  return {
    longestAt: (place) => longer(first.longestAt(place), second.longestAt(place)),
    conceptOf: (name) => first.conceptOf(name) ?? second.conceptOf(name),
  }
}

function longer(one: FoundName | undefined, other: FoundName | undefined): FoundName | undefined {
  return other && other.to > (one?.to ?? 0) ? other : one
}

function addName(index: NameIndex, words: readonly string[], name: ConceptName): void {
  let key = ''
  for (const word of words) {
    key = key === '' ? word : `${key} ${word}`
    if (!index.has(key)) index.set(key, undefined)
  }
  if (key === '') return
  const known = index.get(key)
  if (known === undefined) index.set(key, name)
  else if (known !== null && known.concept.key !== name.concept.key) index.set(key, occupationOf(known, name))
}

/**
 * Of a skill and an occupation with one stem (schneidern, Schneiderin), the occupation: its other gender has no other name,
 * while the skill is still found as it is written.
 */
function occupationOf(one: ConceptName, other: ConceptName): ConceptName | null {
  if (one.concept.kind === other.concept.kind) return null
  return one.concept.kind === 'occupation' ? one : other
}

/** Articles and prepositions of the genitive: they vary between the words of a name and do not tell names apart. */
const linkingWords = new Set(
  'of the a de du des d la le les l del el los las al ale ai pentru fur von der das dem den zur zum'.split(
    ' ',
  ),
)

/** How many there are does not tell names apart either: "Führung von 12 Mitarbeitern". Longer numbers belong to products. */
const count = new RegExp(
  String.raw`^(?:\d{1,2}|${[
    'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|several',
    'zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|funfzehn|zwanzig|dreissig|mehreren?',
    'deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|plusieurs',
    'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|varios|varias',
    'doi|doua|trei|patru|cinci|sase|sapte|opt|noua|zece|unsprezece|doisprezece|cincisprezece|douazeci|treizeci',
  ].join('|')})$`,
)

function withoutLinks({ words, stems }: NameWords): string[] {
  const last = stems.length - 1
  return stems.filter((_, index) => index === 0 || index === last || !linkingWords.has(words[index] ?? ''))
}

function longestOf(indexes: NameIndexes, place: Place): FoundName | undefined {
  const written = longestWritten(indexes.exact, place)
  const inflected = longestInflected(indexes, place)
  const compound = place.words.areHyphenated[place.from + 1] ? longestCompound(indexes, place) : undefined
  // A name that is written as listed precedes an equally long one in another case.
  const named =
    written?.isInOtherCase && inflected?.to === written.to ? inflected : longer(written, inflected)
  return longer(named, compound)
}

type Written = 'yes' | 'other_case' | 'no'

function longestWritten(exact: NameIndex, place: Place): FoundName | undefined {
  const { words, from, end } = place
  let longest: FoundName | undefined
  let key = words.words[from] ?? ''
  for (let to = from + 1; exact.has(key); to += 1) {
    const name = exact.get(key)
    const written = name && isWrittenAs(name, place, to)
    if (name && written !== 'no') longest = { name, from, to, isInOtherCase: written === 'other_case' }
    if (to >= end || !words.areJoined[to]) break
    key = `${key} ${words.words[to] ?? ''}`
  }
  return longest
}

function longestInflected(
  { stems, ordinary }: NameIndexes,
  { words, from, end }: Place,
): FoundName | undefined {
  let longest: FoundName | undefined
  let key = words.stems[from] ?? ''
  for (let to = from + 1; stems.has(key); to += 1) {
    const name = stems.get(key)
    if (name && (to > from + 1 || !ordinary.has(words.words[from] ?? '')))
      longest = { name, from, to, isInOtherCase: false }
    while (to < end && words.areJoined[to] && isPassedOver(stems, key, words.words[to] ?? '')) to += 1
    if (to >= end || !words.areJoined[to]) break
    key = `${key} ${words.stems[to] ?? ''}`
  }
  return longest
}

/** A number that belongs to a name is compared: "class 2 driver". */
function isPassedOver(stems: NameIndex, key: string, word: string): boolean {
  return linkingWords.has(word) || (count.test(word) && !stems.has(`${key} ${word}`))
}

const compoundWordsMax = 3

/** A name that is hyphenated in the text and one word in the list: "Software-Entwickler". */
function longestCompound({ exact, stems }: NameIndexes, { words, from, end }: Place): FoundName | undefined {
  for (let to = Math.min(end, from + compoundWordsMax); to > from + 1; to -= 1) {
    if (!isHyphenated(words, from, to)) continue
    const compound = words.words.slice(from, to).join('')
    const name = exact.get(compound) ?? stems.get(nameStem(compound))
    if (name?.spelling === null) return { name, from, to, isInOtherCase: false }
  }
  return undefined
}

function isHyphenated({ areHyphenated }: NameWords, from: number, to: number): boolean {
  let next = from + 1
  while (next < to && areHyphenated[next]) next += 1
  return next === to && to - from > 1
}

/** Without a text, a name counts in any case. A name in capitals is another word in lower case: REST, rest. */
function isWrittenAs({ spelling }: ConceptName, { text, words, from }: Place, to: number): Written {
  if (spelling === null || text === null) return 'yes'
  const written = text.slice(words.starts[from], words.ends[to - 1])
  const inCapitals = spelling.toUpperCase()
  if (written === spelling || written === inCapitals) return 'yes'
  return spelling === inCapitals ? 'no' : 'other_case'
}
