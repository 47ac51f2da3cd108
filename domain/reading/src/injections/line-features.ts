// Turns a folded text into the features that `line-score.ts` weighs: words with their neighbours, parts of words, and the
// word groups of `injection-words.ts`, which are the same in each language. A feature is a hash, so that the words of the
// training lines need not be shipped.
import type { TaggedText } from './tag-words.ts'

/** Number of weights. Some features share one; twice the number flags hardly more. */
export const bucketCount = 2 ** 16

/** Buckets by kind of feature. */
export type LineFeatures = readonly (readonly number[])[]

/**
 * What a feature of a kind counts. Each kind is divided by its size, so that neither long texts nor the many parts of words
 * win; the addition keeps a single word group from counting like many.
 */
export function valueOf(kind: readonly number[]): number {
  return 1 / Math.sqrt(kind.length + sizeAdded)
}

const sizeAdded = 10
const token = /[a-z]+|\d+(?:[.,/]\d+)*|[^a-z\d\s]/g
const year = /^(?:19|20)\d\d$/
/** A line is flagged or not whether it speaks of a woman or a man. Folded: "él" is "el". */
const pronoun = new RegExp(
  `^(?:${[
    'he|she|him|her|his|hers|himself|herself|er|sie|ihn|ihm|ihr|ihre[mnrs]?|sein|seine[mnrs]?|dessen|deren',
    'il|elle|ils|elles|lui|celui|celle|el|ella|ellos|ellas|suyo|suya|ea|ei|ele|dansul|dansa|acesta|aceasta|insusi|insasi',
    'mr|mrs|ms|miss|sir|madam|herrn?|frau|monsieur|madame|mme|senora?|sra?|don|dona|domnul|doamna|dl|dna',
  ].join('|')})$`,
)
/** Letters of a word that are compared: endings differ between the forms of a word. */
const stemLetters = 5
const wordsMax = 3
const partLettersMin = 3
const partLettersMax = 5
/** Words whose parts are kept, because the same words return in every text. */
const knownMax = 20_000
const knownParts = new Map<string, readonly number[]>()

export function featuresOf(text: string, tagged: TaggedText): LineFeatures {
  const tokens = (text.match(token) ?? []).map(toToken)
  return [wordFeatures(tokens), partFeatures(tokens), groupFeatures(tagged)]
}

function toToken(found: string): string {
  if (year.test(found)) return '#year'
  return pronoun.test(found) ? '#person' : found
}

/** One to three neighbouring words. The ends count as words, because an order stands at the beginning. */
function wordFeatures(tokens: readonly string[]): number[] {
  const stems = ['^', ...tokens.map((found) => found.slice(0, stemLetters)), '$']
  const features: number[] = []
  for (let from = 0; from < stems.length; from += 1) {
    let hash = seeds.words
    const end = Math.min(from + wordsMax, stems.length)
    for (let at = from; at < end; at += 1) {
      hash = addText(addCode(hash, 32), stems[at] ?? '')
      features.push(toBucket(hash))
    }
  }
  return features
}

/** Three to five neighbouring letters of a word, its ends included: what words have in common that training lacks. */
function partFeatures(tokens: readonly string[]): number[] {
  const features: number[] = []
  for (const found of tokens) for (const bucket of partsOf(found)) features.push(bucket)
  return features
}

function partsOf(found: string): readonly number[] {
  const kept = knownParts.get(found)
  if (kept) return kept
  const padded = ` ${found} `
  const parts: number[] = []
  for (let from = 0; found.length > 1 && from + partLettersMin <= padded.length; from += 1) {
    const end = Math.min(from + partLettersMax, padded.length)
    let hash = seeds.parts
    for (let at = from; at < end; at += 1) {
      hash = addCode(hash, padded.charCodeAt(at))
      if (at - from + 1 >= partLettersMin) parts.push(toBucket(hash))
    }
  }
  if (knownParts.size >= knownMax) knownParts.clear()
  knownParts.set(found, parts)
  return parts
}

/** Groups, whether a word of them begins an order or is quoted, and pairs of these. */
function groupFeatures({ positions, led, quoted }: TaggedText): number[] {
  const names: string[] = []
  for (const [group, at] of positions) {
    names.push(group)
    if (at.some((position) => led.has(position))) names.push(`${group} led`)
    if (at.some((position) => quoted.has(position))) names.push(`${group} quoted`)
  }
  const hashes = names.map((name) => addText(seeds.groups, name))
  const features = hashes.map(toBucket)
  for (const [index, hash] of hashes.entries())
    for (const other of hashes.slice(index + 1)) features.push(toBucket(addCode(seeds.groups, hash ^ other)))
  return features
}

/** Different starts keep the kinds of features apart. */
const seeds = { words: 0x811c9dc5, parts: 0x01234567, groups: 0x6b43a9b5 }

function addText(hash: number, text: string): number {
  let sum = hash
  for (let index = 0; index < text.length; index += 1) sum = addCode(sum, text.charCodeAt(index))
  return sum
}

/** FNV-1a */
function addCode(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

function toBucket(hash: number): number {
  return (hash ^ (hash >>> 15)) & (bucketCount - 1)
}
