// Accepts an amount only if its figure occurs in the lines that the model points to, in any notation: 60k, 60.000 and
// 60,000 are the same.
import type { z } from 'zod'
import type { ParsedSalary } from '../parsed/parsed-parts.ts'
import type { salary } from '../question/answer-parts.ts'
import type { EvidenceChecker } from '../evidence/evidence-checker.ts'

type QuotedSalary = z.output<typeof salary>

const symbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  zł: 'PLN',
  lei: 'RON',
  $: 'USD',
}
/** Periods per year; hourly and daily pay is not converted, because the working time is unknown. */
const perYear: Readonly<Partial<Record<NonNullable<ParsedSalary['period']>, number>>> = {
  week: 52,
  month: 12,
  year: 1,
}

export function composeSalary(
  checker: EvidenceChecker,
  path: string,
  quoted: QuotedSalary,
): ParsedSalary | null {
  if (quoted === null) return null
  const text = checker.textAt(quoted) ?? ''
  const figures = readFigures(text)
  const within = (part: string, figure: number | null) => {
    if (figure === null || figures.includes(figure)) return figure
    checker.refuse(`${path}.${part}`, String(figure))
    return null
  }
  const min = within('min', quoted.min)
  const max = within('max', quoted.max)
  if (min === null && max === null) return null
  const factor = quoted.period === null ? undefined : perYear[quoted.period]
  const yearly = (figure: number | null) => (figure === null || factor === undefined ? null : figure * factor)
  return {
    min,
    max,
    currency: readCurrency(text, quoted.currency),
    period: quoted.period,
    gross: quoted.gross,
    annual_min: yearly(min),
    annual_max: yearly(max),
    stated: 'explicit',
    evidence: checker.quoteSpans(
      checker
        .linesAt(quoted)
        .map(({ number, text: { length } }) => ({ line: number, start: 0, end: length })),
    ),
  }
}

/**
 * Returns the currency that the model names if its code occurs in the text; otherwise that of the currency symbol in
 * the text, if there is exactly one.
 */
function readCurrency(text: string, said: string | null): string | null {
  const code = said?.toUpperCase() ?? ''
  if (/^[A-Z]{3}$/.test(code) && text.toUpperCase().includes(code)) return code
  const found = Object.keys(symbols).filter((symbol) => text.toLowerCase().includes(symbol))
  return found.length === 1 && found[0] !== undefined ? (symbols[found[0]] ?? null) : null
}

/**
 * Returns every figure in a text; thousands may be grouped by points, commas, spaces or apostrophes, or written as k.
 */
function readFigures(text: string): number[] {
  const found = text.matchAll(/\d{1,3}(?:[.,'’\s\u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d{1,2}(?!\d))?/gu)
  return [...found].flatMap(({ 0: raw, index }) => {
    const isGrouped = /^\d{1,3}(?:[.,'’\s\u00a0\u202f]\d{3})+$/u.test(raw)
    const figure = Number(isGrouped ? raw.replaceAll(/\D/g, '') : raw.replace(',', '.'))
    const isThousands = /^\s?k\b/i.test(text.slice(index + raw.length))
    // In "60–70k" the 60 may mean 60,000 too; in "2k" the figure is 2,000, not 2.
    return isThousands ? [figure * 1_000] : [figure, figure * 1_000]
  })
}

const numberWords = 'one two three four five six seven eight nine ten'.split(' ')

/** Whether a text contains any number, in digits or, up to ten, in English words. */
export function hasNumber(text: string): boolean {
  return /\d/.test(text) || numberWords.some((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
}

/** Whether a text contains this number, in digits or, up to ten, in English words. */
export function namesNumber(text: string, figure: number): boolean {
  const word = numberWords[figure - 1]
  if (word !== undefined && new RegExp(`\\b${word}\\b`, 'i').test(text)) return true
  return [...text.matchAll(/\d+(?:[.,]\d+)?/g)].some(([raw]) => Number(raw.replace(',', '.')) === figure)
}
