// Checks the values of one entry together. Each of them may occur in the document and the entry may still be false: the
// title of one job with the employer of another. The values must therefore come from one block.
import type { SourceSpan, TextLine } from '@gatehouse/reading/text-lines'
import type { Pointer } from '../question/answer-parts.ts'
import { type EntryBlock, isBody } from './entry-blocks.ts'
import type { Checked, EvidenceChecker } from './evidence-checker.ts'

export type EntryChecking = { checker: EvidenceChecker; blockAt: (line: number) => EntryBlock }

export type QuotedEntry<Part extends string> = {
  parts: Readonly<Record<Part, string | null>>
  pointer: Pointer
  /** Parts that a heading may give to several entries, such as the employer of two positions. */
  shared?: readonly NoInfer<Part>[]
}

export type CheckedEntry<Part extends string> = {
  checked: Readonly<Record<Part, Checked>>
  /** The lines that the model pointed to, as far as they are lines of this entry. */
  pointer: Pointer
}

type Places = readonly (readonly SourceSpan[])[]
type Found = { part: string; places: Places }
type Chosen = { block: EntryBlock; found: readonly Found[]; pointer: Pointer; lines: readonly TextLine[] }

export function checkEntry<Part extends string>(
  { checker, blockAt }: EntryChecking,
  path: string,
  { parts, pointer, shared = [] }: QuotedEntry<Part>,
): CheckedEntry<Part> {
  const names = Object.keys(parts) as Part[]
  const found = names.map((part) => ({ part, places: checker.findAll(parts[part]) }))
  const block = chooseBlock(found, blockAt, pointer)
  const chosen = block && { block, found, pointer, lines: checker.lines }
  const check = (part: Part, places: Places): Checked => {
    const own = chosen && placeIn(chosen, places)
    const given = chosen && !own && shared.includes(part) ? placeAbove(chosen, places) : undefined
    return checker.accept(`${path}.${part}`, parts[part], {
      spans: own ?? given,
      isElsewhere: places.length > 0,
      pointer,
    })
  }
  const checked = Object.fromEntries(found.map(({ part, places }) => [part, check(part, places)]))
  return { checked: checked as CheckedEntry<Part>['checked'], pointer: clip(pointer, block) }
}

/** The block that contains most of the values; of several, the one that the model pointed to. */
function chooseBlock(
  found: readonly Found[],
  blockAt: EntryChecking['blockAt'],
  pointer: Pointer,
): EntryBlock | undefined {
  const counts = new Map<EntryBlock, number>()
  for (const { places } of found) {
    for (const block of new Set(places.map((spans) => blockAt(spans[0]?.line ?? 0)))) {
      counts.set(block, (counts.get(block) ?? 0) + 1)
    }
  }
  const order = ([one, count]: [EntryBlock, number], [other, otherCount]: [EntryBlock, number]) =>
    otherCount - count || distance(one, pointer) - distance(other, pointer) || one.from - other.from
  return [...counts].toSorted(order)[0]?.[0]
}

/** Negative by the number of lines that both have in common. */
function distance(block: EntryBlock, { from, to }: Pointer): number {
  const gap = Math.max(block.from - to, from - block.to)
  return gap > 0 ? gap : Math.max(block.from, from) - Math.min(block.to, to) - 1
}

function placeIn(chosen: Chosen, places: Places): readonly SourceSpan[] | undefined {
  const { block, pointer } = chosen
  const within = places.filter((spans) => spans.every(({ line }) => isWithin(line, block)))
  const byPointer = within.toSorted((one, other) => offset(one, pointer) - offset(other, pointer))
  return block.isDated ? byPointer[0] : byPointer.find((spans) => isBesideOthers(chosen, spans))
}

function isWithin(line: number, { from, to }: Pointer): boolean {
  return line >= from && line <= to
}

function offset(spans: readonly SourceSpan[], { from, to }: Pointer): number {
  const line = spans[0]?.line ?? 0
  return Math.max(0, from - line, line - to)
}

const nearLines = 3

/**
 * Without dates, nothing separates the entries of a section. Two lines then belong to one entry if they are near each
 * other and at least one of them contains only values of this entry: a line with other words is an entry of its own.
 */
function isBesideOthers(chosen: Chosen, spans: readonly SourceSpan[]): boolean {
  const { block, found, pointer } = chosen
  const line = spans[0]?.line ?? 0
  const others = found.flatMap(({ places }) => {
    const within = places.filter((one) => one.every((span) => isWithin(span.line, block)))
    if (within.some((one) => one === spans) || within.length === 0) return []
    return [within.toSorted((one, other) => offset(one, pointer) - offset(other, pointer))]
  })
  const isNear = (other: number) =>
    other === line ||
    (Math.abs(other - line) <= nearLines && !(namesMore(chosen, line) && namesMore(chosen, other)))
  const [first] = others
  return first === undefined || first.some((one) => isNear(one[0]?.line ?? 0))
}

/** Whether a line has words besides the values of this entry. */
function namesMore({ found, lines }: Pick<Chosen, 'found' | 'lines'>, line: number): boolean {
  let text = lines[line - 1]?.text ?? ''
  const spans = found.flatMap(({ places }) => places.flat()).filter((span) => span.line === line)
  for (const { start, end } of spans) text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
  return /[\p{L}\d]{3}/u.test(text)
}

/** The nearest place above the block, if the block, up to its description, names nothing else in its stead. */
function placeAbove(chosen: Chosen, places: Places): readonly SourceSpan[] | undefined {
  const { block, found, lines } = chosen
  const own = found.flatMap(({ places: all }) => all.flat()).filter(({ line }) => isWithin(line, block))
  const last = Math.max(block.from, ...own.map(({ line }) => line))
  const below = lines.slice(last, block.to).findIndex(({ text }) => isBody(text))
  const head = lines.slice(block.from - 1, below < 0 ? block.to : last + below)
  if (head.some(({ number }) => namesMore(chosen, number))) return undefined
  return places.findLast((spans) => (spans[0]?.line ?? 0) < block.from)
}

function clip(pointer: Pointer, block: EntryBlock | undefined): Pointer {
  if (!block?.isDated) return pointer
  const [from, to] = [Math.max(pointer.from, block.from), Math.min(pointer.to, block.to)]
  return from <= to ? { ...pointer, from, to } : { ...pointer, from: block.from, to: block.to }
}
