/**
 * Compiles lists of words and phrases, each separated by `|`, to a pattern for folded text. `*` stands for any letters. A
 * match is not part of a longer word.
 */
export function wordPattern(words: WordList, flags = 'u'): RegExp {
  const escaped = wordsOf(words)
    .join('|')
    .replaceAll(/[+()/.?]/g, String.raw`\$&`)
    .replaceAll('*', String.raw`[\p{L}]*`)
  return new RegExp(String.raw`(?<![\p{L}\d])(?:${escaped})(?![\p{L}\d])`, flags)
}

/** A long list is written as several lines. */
export type WordList = string | readonly string[]

export function wordsOf(words: WordList): string[] {
  return [words].flat().flatMap((line) => line.split('|'))
}
