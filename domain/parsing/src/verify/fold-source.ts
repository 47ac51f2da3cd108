// Text made comparable, with the way back: every character knows where in the source it came from. Case, accents'
// encoding, ligatures, kinds of spaces, dashes and quotes do not count, nor does a word broken over two lines.
import type { TextLine } from '../text/document-text.ts'
import type { SourceSpan } from '../text/source-span.ts'

export type FoldedSource = {
  text: string
  /** For each character of `text`. */
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

// oxlint-disable-next-line no-control-regex -- the whole range is meant
const isAscii = /^[\u0000-\u007f]*$/

/** As `foldCharacter` does it, for most lines of most documents: one character stays one. */
function foldAscii(text: string): string {
  return text.toLowerCase().replaceAll('`', "'").replaceAll(/\s/g, ' ')
}

/** A value as it would stand in a folded source. */
export function foldValue(value: string): string {
  if (isAscii.test(value)) return foldAscii(value).replaceAll(/ +/g, ' ').trim()
  return Array.from(value.normalize('NFC')).map(foldCharacter).join('').replaceAll(/\s+/g, ' ').trim()
}

export function foldSource(lines: readonly TextLine[]): FoldedSource {
  const folded: Folding = { characters: [], origins: [] }
  for (const [index, line] of lines.entries()) {
    const isBroken = /\p{Ll}-$/u.test(line.text) && /^\p{Ll}/u.test(lines[index + 1]?.text ?? '')
    // The hyphen at a line's end is left out where the next line continues the word, and so is the line's end.
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

/** The places in the source that a stretch of folded text came from, one span per line. */
export function spansOf({ origins }: FoldedSource, from: number, to: number): SourceSpan[] {
  const spans: SourceSpan[] = []
  for (const { line, at, length } of origins.slice(from, to)) {
    const last = spans.at(-1)
    if (last?.line === line) last.end = Math.max(last.end, at + length)
    else if (length > 0) spans.push({ line, start: at, end: at + length })
  }
  return spans
}
