// Folds text for comparison while keeping the position in the source of every character. It ignores case, the encoding
// of accents, ligatures, and the kinds of spaces, dashes and quotes, and joins words that are hyphenated across two
// lines.
import type { SourceSpan, TextLine } from '@gatehouse/reading/text-lines'

export type FoldedSource = {
  text: string
  /** One entry per UTF-16 unit of `text`. */
  origins: readonly { line: number; at: number; length: number }[]
}

const dashes = /\p{Pd}|\u2212/u
const singleQuotes = /[‘’‚‛`´′]/u
const doubleQuotes = /[“”„‟«»″]/u

function foldCharacter(character: string): string {
  if (character === '\u00ad') return ''
  if (dashes.test(character)) return '-'
  if (singleQuotes.test(character)) return "'"
  if (doubleQuotes.test(character)) return '"'
  return /\s/.test(character) ? ' ' : character.normalize('NFKC').toLowerCase()
}

// oxlint-disable-next-line no-control-regex -- the pattern covers the whole ASCII range
const isAscii = /^[\u0000-\u007f]*$/

/** A fast equivalent of `foldCharacter` for most lines of most documents: every character stays one character. */
function foldAscii(text: string): string {
  return text.toLowerCase().replaceAll('`', "'").replaceAll(/\s/g, ' ')
}

/** Folds a value in the same way as the source it is looked up in. */
export function foldValue(value: string): string {
  if (isAscii.test(value)) return foldAscii(value).replaceAll(/ +/g, ' ').trim()
  return Array.from(value.normalize('NFC')).map(foldCharacter).join('').replaceAll(/\s+/g, ' ').trim()
}

export function foldSource(lines: readonly TextLine[]): FoldedSource {
  const folded: Folding = { characters: [], origins: [] }
  for (const [index, line] of lines.entries()) {
    const isBroken = /\p{Ll}-$/u.test(line.text) && /^\p{Ll}/u.test(lines[index + 1]?.text ?? '')
    // If the next line continues the word, the hyphen and the line break are dropped.
    addLine(folded, line, isBroken ? line.text.length - 1 : line.text.length)
    if (!isBroken) add(folded, ' ', { line: line.number, at: line.text.length, length: 0 })
  }
  return { text: folded.characters.join(''), origins: folded.origins }
}

type Folding = { characters: string[]; origins: { line: number; at: number; length: number }[] }

function addLine(folded: Folding, { text, number }: TextLine, end: number): void {
  const seen = text.slice(0, end)
  if (isAscii.test(seen)) {
    for (const [at, character] of foldAscii(seen).split('').entries()) {
      add(folded, character, { line: number, at, length: 1 })
    }
    return
  }
  let at = 0
  for (const cluster of seen.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) {
    const characters = Array.from(cluster.normalize('NFC')).map(foldCharacter).join('')
    for (const character of characters) add(folded, character, { line: number, at, length: cluster.length })
    at += cluster.length
  }
}

function add(folded: Folding, character: string, origin: { line: number; at: number; length: number }): void {
  if (character === ' ' && (folded.characters.at(-1) ?? ' ') === ' ') return
  folded.characters.push(character)
  for (let unit = 0; unit < character.length; unit += 1) folded.origins.push(origin)
}

/** The positions in the source of a range of folded text, one span per line. */
export function spansOf({ origins }: FoldedSource, from: number, to: number): SourceSpan[] {
  const spans: SourceSpan[] = []
  for (const { line, at, length } of origins.slice(from, to)) {
    const last = spans.at(-1)
    if (last?.line === line) last.end = Math.max(last.end, at + length)
    else if (length > 0) spans.push({ line, start: at, end: at + length })
  }
  return spans
}
