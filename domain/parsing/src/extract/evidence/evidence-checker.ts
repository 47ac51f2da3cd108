// Checks every value that a model returned against the document. A value that is not in the document is not a fact: it
// is counted, reported in a warning, and kept only as evidence with the status "unverified".
import type { ParsedEvidence } from '../parsed/parsed-parts.ts'
import type { ParsingWarning } from '../../parsing-warning.ts'
import type { Pointer } from '../question/answer-parts.ts'
import { cutText } from '@gatehouse/reading/cut-text'
import type { SourceSpan, TextLine } from '@gatehouse/reading/text-lines'
import { type FoldedSource, foldSource } from '../../verify/fold-source.ts'
import { type Verifier, createMentions, createVerifier, findPlaces } from '../../verify/verify-value.ts'

export type Checked = {
  /** The value as the document writes it; null if it does not occur. */
  value: string | null
  evidence: ParsedEvidence[]
  /** Numbers of the lines that contain it. */
  lines: readonly number[]
}

/** Where a value was found; `isElsewhere` if it occurs only where it has another meaning. */
export type FoundPlace = {
  spans: readonly SourceSpan[] | undefined
  isElsewhere: boolean
  pointer: Pointer
}

const quoteMax = 200

export class EvidenceChecker {
  readonly lines: readonly TextLine[]
  readonly warnings: ParsingWarning[] = []
  readonly #source: FoldedSource
  readonly #verify: Verifier
  readonly #offsets: readonly number[]
  #unverified = 0

  constructor(lines: readonly TextLine[]) {
    this.lines = lines
    this.#source = foldSource(lines)
    this.#verify = createVerifier(lines, this.#source)
    let offset = 0
    this.#offsets = lines.map(({ text }) => {
      const start = offset
      offset += text.length + 1
      return start
    })
  }

  get unverifiedCount(): number {
    return this.#unverified
  }

  /** Length of the visible lines, joined by line feeds. */
  get charCount(): number {
    return this.lines.reduce((sum, { text }) => sum + text.length + 1, 0) - (this.lines.length > 0 ? 1 : 0)
  }

  /** Without a pointer the whole document is searched. */
  check(path: string, value: string | null, pointer?: Pointer): Checked {
    if (value === null || value.trim() === '') return { value: null, evidence: [], lines: [] }
    const { from, to } = pointer ?? this.everywhere
    const { spans } = this.#verify({ value, fromLine: from, toLine: to })
    return this.accept(path, value, { spans, isElsewhere: false, pointer: { from, to } })
  }

  /** Every place of a value in the document. */
  findAll(value: string | null): SourceSpan[][] {
    return value === null ? [] : findPlaces(this.#source, value)
  }

  /** Turns a value and the place found for it into a fact; without a place the value is refused. */
  accept(path: string, value: string | null, { spans = [], isElsewhere, pointer }: FoundPlace): Checked {
    if (value === null || value.trim() === '') return { value: null, evidence: [], lines: [] }
    const [first] = spans
    const last = spans.at(-1)
    if (!first || !last) {
      this.refuse(path, value, isElsewhere ? 'does not say in this place' : 'does not say')
      const claimed = cutText(value, quoteMax)
      return { value: null, lines: [], evidence: [{ ...nowhere, quote: claimed }] }
    }
    const isPointedTo = first.line >= pointer.from && last.line <= pointer.to
    const evidence = this.#quote(first, last, isPointedTo ? 'verified' : 'repaired')
    const text = evidence.quote.replaceAll(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '').replaceAll(/\s*\n\s*/g, ' ')
    return { value: text, evidence: [evidence], lines: spans.map(({ line }) => line) }
  }

  /** Whether the value occurs anywhere in the document. */
  has(value: string): boolean {
    const { from, to } = this.everywhere
    return this.#verify({ value, fromLine: from, toLine: to }).status !== 'unverified'
  }

  /** Checks several values of one kind and returns those that occur in the document. */
  checkAll(path: string, values: readonly string[]): string[] {
    const checked = values.map((value, index) => this.check(`${path}[${index}]`, value).value)
    return [...new Set(checked.filter((value) => value !== null))]
  }

  refuse(path: string, value: string, fault = 'does not say'): void {
    this.#unverified += 1
    this.warnings.push({
      code: 'unverified_value',
      path,
      message: `The model gave “${cutText(value, quoteMax)}”, which the document ${fault}. It was left out.`,
    })
  }

  /** Turns what a rule found into evidence. */
  quoteSpans(spans: readonly SourceSpan[], status: ParsedEvidence['status'] = 'verified'): ParsedEvidence[] {
    const [first] = spans
    const last = spans.at(-1)
    return first && last ? [this.#quote(first, last, status)] : []
  }

  get everywhere(): Pointer {
    return { from: 1, to: this.lines.length }
  }

  /** Returns the lines of a pointer; none if the pointer is invalid. */
  linesAt({ from, to }: Pointer): TextLine[] {
    return from < 1 || to < from || to > this.lines.length ? [] : this.lines.slice(from - 1, to)
  }

  textAt(pointer: Pointer | null): string | null {
    if (!pointer) return null
    const text = this.linesAt(pointer)
      .map((line) => line.text)
      .join('\n')
    return text === '' ? null : text
  }

  /** Returns a function that tests whether a name occurs in these lines as a whole word. */
  createMentions(pointer: Pointer): (name: string) => boolean {
    return this.linesAt(pointer).length === 0 ? () => false : createMentions(this.#source, pointer)
  }

  #quote(
    first: { line: number; start: number },
    last: { line: number; end: number },
    status: ParsedEvidence['status'],
  ): ParsedEvidence {
    const start = (this.#offsets[first.line - 1] ?? 0) + first.start
    const end = (this.#offsets[last.line - 1] ?? 0) + last.end
    const texts = this.lines.slice(first.line - 1, last.line).map(({ text }) => text)
    const quote = texts.join('\n').slice(first.start, first.start + end - start)
    return { quote, start, end, page: this.lines[first.line - 1]?.page ?? null, status }
  }
}

const nowhere = { start: null, end: null, page: null, status: 'unverified' } as const

const trust = { verified: 1, repaired: 0.8, unverified: 0 } as const satisfies Record<
  ParsedEvidence['status'],
  number
>

/**
 * The share of the claims that the document confirms. A claim for which the model pointed to the wrong lines counts
 * less, and the share is lower if the document is a scan.
 */
export function confidenceOf(evidence: readonly ParsedEvidence[], quality = 1): number {
  if (evidence.length === 0) return 0
  const sum = evidence.reduce((total, { status }) => total + trust[status], 0)
  return Math.round((100 * quality * sum) / evidence.length) / 100
}
