// Reads one date from text by rules: the forms that CVs use, in any of the known languages.
import { foldPhrase } from '../fold-text.ts'
import type { MonthNames } from './month-names.ts'

/** A date with the precision with which it was written. */
export type PartialDate = {
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  value: string
  precision: 'year' | 'month' | 'day'
  raw: string
  /** True for 03/04/2021, which may be in March or April; it is read as day before month. */
  isAmbiguous: boolean
}

export type DateParts = { year: number; month?: number | undefined; day?: number | undefined }

const yearMin = 1_900
const yearMax = 2_100

export function makeDate(
  { year, month, day }: DateParts,
  raw: string,
  isAmbiguous = false,
): PartialDate | undefined {
  if (year < yearMin || year > yearMax) return undefined
  if (month === undefined) return { value: String(year), precision: 'year', raw, isAmbiguous: false }
  if (month < 1 || month > 12) return undefined
  const yearAndMonth = `${year}-${String(month).padStart(2, '0')}`
  if (day === undefined) return { value: yearAndMonth, precision: 'month', raw, isAmbiguous: false }
  const isReal = day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (!isReal) return undefined
  return { value: `${yearAndMonth}-${String(day).padStart(2, '0')}`, precision: 'day', raw, isAmbiguous }
}

/** Months since year 0; a year alone counts as its January. */
export function monthIndexOf({ value }: Pick<PartialDate, 'value'>): number {
  return Number(value.slice(0, 4)) * 12 + (value.length > 4 ? Number(value.slice(5, 7)) - 1 : 0)
}

/** Words before a date that do not change it. */
const aboutWords =
  'expected|exp|anticipated|estimated|est|graduated|graduation|grad|approx|circa|ca|um|voraussichtlich|prevu|previsto|class of'.split(
    '|',
  )

const seasonWords =
  'spring|summer|fall|autumn|winter|fruhjahr|fruhling|sommer|herbst|printemps|ete|automne|hiver|primavera|verano|otono|invierno|estate|autunno|inverno'.split(
    '|',
  )

const word = String.raw`\p{L}[\p{L}\p{M}’']*\.?`
const year = String.raw`(?:19|20)\d\d`
const about = String.raw`(?:(?:${aboutWords.join('|')})\.?:?\s+)?`
// A date must not be followed by a digit or a letter.
const end = String.raw`(?![\p{L}\d])`

/** All written forms, most specific first, each with the function that reads its groups. */
const forms: readonly {
  form: string
  read: (groups: string[], names: MonthNames) => PartialDate | undefined
}[] = [
  {
    form: String.raw`(${year})[-/.](0?[1-9]|1[0-2])(?:[-/.](0?[1-9]|[12]\d|3[01]))?${end}`,
    read: ([raw = '', y, m, d]) => makeDate({ year: Number(y), month: Number(m), day: optional(d) }, raw),
  },
  {
    form: String.raw`(\d{1,2})[-/.]\s?(\d{1,2})[-/.]\s?(${year})${end}`,
    read: ([raw = '', first, second, y]) => readNumeric(raw, [Number(first), Number(second), Number(y)]),
  },
  {
    form: String.raw`(0?[1-9]|1[0-2])\s?[-/.]\s?(${year})${end}`,
    read: ([raw = '', m, y]) => makeDate({ year: Number(y), month: Number(m) }, raw),
  },
  {
    form: String.raw`(${year})\s?年\s?(\d{1,2})\s?月`,
    read: ([raw = '', y, m]) => makeDate({ year: Number(y), month: Number(m) }, raw),
  },
  {
    form: String.raw`(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s(?:de\s)?(${word}),?\s(?:de\s|del\s)?(${year})${end}`,
    read: ([raw = '', d, name, y], names) => readNamed(raw, { name, year: Number(y), day: Number(d) }, names),
  },
  {
    form: String.raw`(${word})\s(\d{1,2})(?:st|nd|rd|th)?,\s?(${year})${end}`,
    read: ([raw = '', name, d, y], names) => readNamed(raw, { name, year: Number(y), day: Number(d) }, names),
  },
  {
    form: String.raw`(${word}),?\s?(?:de\s|del\s|di\s|/\s?)?(${year})${end}`,
    read: ([raw = '', name, y], names) => readNamed(raw, { name, year: Number(y) }, names),
  },
  {
    form: String.raw`(${word})\s?['’](\d\d)${end}`,
    read: ([raw = '', name, y], names) => readNamed(raw, { name, year: fullYear(Number(y)) }, names),
  },
  {
    // "2020 May", "2020 (July)"
    form: String.raw`(${year})(?:[,.]?\s|\s?\()(${word})${end}\)?`,
    read: ([raw = '', y, name], names) => readNamed(raw, { name, year: Number(y) }, names),
  },
  { form: String.raw`(${year})${end}`, read: ([raw = '', y]) => makeDate({ year: Number(y) }, raw) },
]

const patterns = forms.map(({ form, read }) => ({ read, pattern: new RegExp(`${about}${form}`, 'iuy') }))

const monthPattern = new RegExp(word, 'uy')
/** A cheap precheck: a date starts with a digit, or with a few words before one. */
const mayBeDate =
  /(?:\p{L}[\p{L}\p{M}’'.:]{0,20}\s){0,3}(?:\p{L}[\p{L}\p{M}’'.,]{0,20}\s?(?:de\s|del\s|di\s|\/\s?)?)?['’]?\d/uy

export type DateAt = { date: PartialDate; end: number }

/** Returns the date that starts exactly at `at`. */
export function readDateAt(text: string, at: number, names: MonthNames): DateAt | undefined {
  mayBeDate.lastIndex = at
  if (!mayBeDate.test(text)) return undefined
  for (const { pattern, read } of patterns) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const date = match && read([...match], names)
    if (date) return { date, end: at + match[0].length }
  }
  return undefined
}

/** Returns the month that starts exactly at `at` and has no year of its own, as in `May – Aug 2023`. */
export function readMonthAt(
  text: string,
  at: number,
  names: MonthNames,
): { month: number; end: number } | undefined {
  monthPattern.lastIndex = at
  const [name = ''] = monthPattern.exec(text) ?? []
  const month = names.get(foldPhrase(name))
  return month === undefined ? undefined : { month, end: at + name.length }
}

function optional(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}

/** Day before month, as everywhere except in the United States, unless the second number cannot be a month. */
function readNumeric(
  raw: string,
  [first = 0, second = 0, year = 0]: readonly number[],
): PartialDate | undefined {
  if (second > 12) return makeDate({ year, month: first, day: second }, raw)
  return makeDate({ year, month: second, day: first }, raw, first <= 12 && first !== second)
}

type NamedDate = { name: string | undefined; year: number; day?: number }

function readNamed(
  raw: string,
  { name = '', year, day }: NamedDate,
  names: MonthNames,
): PartialDate | undefined {
  const folded = foldPhrase(name)
  const month = names.get(folded)
  if (month !== undefined) return makeDate({ year, month, day }, raw)
  return day === undefined && seasonWords.includes(folded) ? makeDate({ year }, raw) : undefined
}

/** Two-digit years from 50 on belong to the 20th century. */
function fullYear(short: number): number {
  return short >= 50 ? 1_900 + short : 2_000 + short
}
