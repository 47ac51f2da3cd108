/** The 1-based line of an offset. */
export function lineNumber(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The first line that contains the words, for files such as package.json that are parsed as a whole. */
export function lineNumberOf(text: string, words: string): number | undefined {
  const offset = text.indexOf(words)
  return offset === -1 ? undefined : lineNumber(text, offset)
}
