import { cleanText } from './clean-text.ts'
import type { TextLine } from './document-text.ts'

/** Longer than any typeset line; longer ones are split, so that the cost of a rule per line is bounded. */
const lineCharactersMax = 500

/** Numbers lines from 1, in reading order. */
export function numberLines(lines: readonly Omit<TextLine, 'number'>[]): TextLine[] {
  return lines
    .flatMap((line) =>
      breakText(cleanText(line.text).trim()).map((text) => Object.assign({}, line, { text })),
    )
    .filter(({ text }) => text !== '')
    .map((line, index) => Object.assign({ number: index + 1 }, line))
}

/** Breaks at the last space that fits or, without one, at the maximum length. */
function breakText(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > lineCharactersMax) {
    const space = rest.lastIndexOf(' ', lineCharactersMax)
    const end = space > 0 ? space : endOfCharacter(rest, lineCharactersMax)
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...parts, rest]
}

/** Moves the end by one if it would split a surrogate pair. */
function endOfCharacter(text: string, end: number): number {
  return text.slice(0, end).isWellFormed() ? end : end - 1
}
