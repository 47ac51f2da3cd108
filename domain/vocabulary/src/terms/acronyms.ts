// Finds names that are usually abbreviated: "National Planning Policy Framework" is also called NPPF. One text spells a
// name out where another one abbreviates it, so both are compared by the initials.
export type SpelledName = {
  /** The initials, folded: `nppf`. */
  acronym: string
  start: number
  end: number
}

const wordsMin = 3
const lettersMax = 6

// Words with a capital letter, joined by spaces and by words that acronyms leave out.
const run =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}’'-]+(?:\s(?:(?:and|of|for|de|des|du|la|et|y|del)\s)?\p{Lu}[\p{L}’'-]+){2,}(?![\p{L}\p{N}])/gu

export function findSpelledNames(text: string): SpelledName[] {
  return [...text.matchAll(run)].flatMap(({ 0: name, index }) => {
    const initials = [...name.matchAll(/(?<![\p{L}’'-])\p{Lu}/gu)].map(([letter]) => letter.toLowerCase())
    const isLength = initials.length >= wordsMin && initials.length <= lettersMax
    return isLength ? [{ acronym: initials.join(''), start: index, end: index + name.length }] : []
  })
}
