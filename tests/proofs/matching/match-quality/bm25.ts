// Okapi BM25 over folded words: what a search engine without any knowledge of CVs would rank, as a baseline.
import { foldText } from '@gatehouse/reading/fold-text'

const k1 = 1.2
const b = 0.75

type Document = { counts: ReadonlyMap<string, number>; length: number }

/** For a query, a function that scores the text with the given index. */
export function createBm25(texts: readonly string[]): (query: string) => (index: number) => number {
  const documents = texts.map(countWords)
  const documentsWith = new Map<string, number>()
  for (const { counts } of documents)
    for (const word of counts.keys()) documentsWith.set(word, (documentsWith.get(word) ?? 0) + 1)
  const lengthMean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length

  function inverseFrequency(word: string): number {
    const having = documentsWith.get(word) ?? 0
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
  }

  return (query) => {
    const asked = [...countWords(query).counts].map(([word, count]) => ({
      word,
      weight: count * inverseFrequency(word),
    }))
    return (index) => {
      const document = documents[index]
      if (!document) return 0
      const saturation = k1 * (1 - b + (b * document.length) / lengthMean)
      return asked.reduce((score, { word, weight }) => {
        const count = document.counts.get(word) ?? 0
        return score + (weight * count * (k1 + 1)) / (count + saturation)
      }, 0)
    }
  }
}

function countWords(text: string): Document {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: words.length }
}
