import { cleanText } from './clean-text.ts'
import type { TextLine } from './document-text.ts'

/** Longer than any line that a person sets; longer ones are broken, so that a rule's cost per line is bounded. */
const lineCharactersMax = 500

/** Gives lines their numbers, from 1, in reading order. */
export function numberLines(lines: readonly Omit<TextLine, 'number'>[]): TextLine[] {
  return lines
    .flatMap((line) =>
      breakText(cleanText(line.text).trim()).map((text) => Object.assign({}, line, { text })),
    )
    .filter(({ text }) => text !== '')
    .map((line, index) => Object.assign({ number: index + 1 }, line))
}

/** At the last space that fits; where there is none, after a full line. */
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

/** One before, where two units make one character. */
function endOfCharacter(text: string, end: number): number {
  return text.slice(0, end).isWellFormed() ? end : end - 1
}
