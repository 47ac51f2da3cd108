// Finds the words that belong to one name in a list: in "Java (5 years), Go (2 years)" the 5 is said of Java only. A
// number or a level that a model gives for a name must occur in them.
import { type SourceSpan, type TextLine, inlineBullets } from '@gatehouse/reading/text-lines'

export type Statement = {
  /** The item of the list that contains the name, with the line below if the name has a line of its own. */
  own: string
  /** What is said of the whole list: a label before a colon, and the heading line above. */
  label: string
  /** The items before the name in the same line. */
  before: readonly string[]
}

/** Ends an item: a comma, semicolon or bar outside brackets, but not a decimal comma. */
const separator = new RegExp(String.raw`[;|${inlineBullets}](?![^()]*\))|,(?!\d)(?![^()]*\))`, 'gu')
/** Joins two items if each of them has its own number. */
const conjunction = /\s(?:and|or|und|oder|et|ou|y|o|e|și|sau|sowie|&)\s/giu
const numberPattern = /\d/

export function statementAt(lines: readonly TextLine[], { line, start, end }: SourceSpan): Statement {
  const text = lines[line - 1]?.text ?? ''
  const items = splitItems(text)
  const index = items.findLastIndex((item) => item.start <= start)
  const item = items[index] ?? { start: 0, text }
  const colon = text.lastIndexOf(':', start)
  const above = lines[line - 2]?.text ?? ''
  const hasOwnLine = !/[\p{L}\d]{2}/u.test(text.slice(0, start) + text.slice(end))
  const labels = [
    colon < 0 ? '' : labelBefore(text, colon),
    above.endsWith(':') || (hasOwnLine && !isNumbered(lines[line]?.text)) ? above : '',
  ]
  return {
    own: hasOwnLine ? `${text} ${lines[line]?.text ?? ''}` : item.text,
    label: labels.join(' '),
    before: items.slice(0, Math.max(0, index)).map((one) => one.text),
  }
}

function isNumbered(text = ''): boolean {
  return numberPattern.test(text)
}

function labelBefore(text: string, colon: number): string {
  const label = text.slice(0, colon)
  return label.slice(Math.max(...[...label.matchAll(/[;|:]/gu)].map(({ index }) => index + 1), 0))
}

type Item = { start: number; text: string }

function splitItems(text: string): Item[] {
  return splitAt({ start: 0, text }, separator).flatMap((item) => {
    const halves = splitAt(item, conjunction)
    return halves.length > 1 && halves.every((half) => numberPattern.test(half.text)) ? halves : [item]
  })
}

function splitAt({ start, text }: Item, pattern: RegExp): Item[] {
  const ends = [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ index, length }))
  const starts = [0, ...ends.map(({ index, length }) => index + length)]
  return starts.map((from, at) => ({ start: start + from, text: text.slice(from, ends[at]?.index) }))
}

/** The text that states a number for the name: its own item or, if that has no number, the nearest one before it. */
export function numberTextOf(
  { own, label, before }: Statement,
  hasNumber: (text: string) => boolean,
): string {
  if (hasNumber(own)) return own
  // "5 years of Java, Spring and SQL" is said of all three; in "Java (5 years), Spring" the brackets end the number.
  const last = before.findLast(hasNumber)
  return last !== undefined && !/\([^)]*\d[^)]*\)\s*$/u.test(last) ? last : label
}
