import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { SourceSpan, TextLine } from '../text-lines.ts'

export type FoundPhone = {
  raw: string
  /** Null if the number cannot be completed, for example because its country is unknown. */
  e164: string | null
  country: string | null
  span: SourceSpan
}

export type PhoneOptions = {
  /** Country for numbers without a country code: the one that the document names. */
  country?: string | undefined
  /** Spans of other things that look like numbers, such as dates and web addresses. */
  taken: readonly SourceSpan[]
  /**
   * Last line of the contact details. On the lines up to this one, a number that stands alone between separators counts
   * as a phone number.
   */
  headLines?: number
}

const candidate = /(?:(?:\+|00)\s?\d|\(\s?\+?\d|\d)[\d\s().\p{Pd}/·]{5,22}\d/gu
const label =
  /(?:tel|phone|mobile|mobil|cell|handy|fon|fax|gsm|whatsapp|portable|movil|telefon|cellulare|telefone|komorka|telefoon|τηλ|тел|моб|📞|📱|☎|✆)[\p{L}]*\s*[.:)]*\s*$/iu
const northAmerican = /^(?:\+?1[\s.\p{Pd}]*)?(?:\(\d{3}\)\s?|\d{3}[.\p{Pd}\s])\d{3}[.\p{Pd}\s]\d{4}$/u
/** Only North America writes an area code of three digits in brackets, followed by groups of three and four. */
const bracketed = /^\(\d{3}\)\s?\d{3}[.\p{Pd}\s]\d{4}$/u
const digitsMin = 7
const digitsMax = 15
/** Shorter numbers may be postal codes or house numbers. */
const aloneDigitsMin = 9
/** Far more than a real document has; completing a number is the most expensive rule. */
const candidatesMax = 200

/** Finds phone numbers by rules and completes them to E.164 if the country is written or known. */
export function findPhones(lines: readonly TextLine[], options: PhoneOptions): FoundPhone[] {
  const taken = Map.groupBy(options.taken, ({ line }) => line)
  let candidates = 0
  return lines.flatMap((line) => {
    const text = blank(line.text, taken.get(line.number))
    return [...text.matchAll(candidate)].flatMap((match) => {
      candidates += 1
      if (candidates > candidatesMax) return []
      const raw = trimNumber(match[0])
      const start = match.index + match[0].indexOf(raw)
      const isAlone = line.number <= (options.headLines ?? 0) && standsAlone(text, start, raw)
      const isLabelled = isAlone || label.test(text.slice(0, start))
      const number = readPhone(raw, options.country)
      if (!number || !isLikely(raw, number, isLabelled)) return []
      return [{ ...number, span: { line: line.number, start, end: start + raw.length } }]
    })
  })
}

function standsAlone(text: string, start: number, raw: string): boolean {
  const isLong = raw.replaceAll(/\D/g, '').length >= aloneDigitsMin
  return (
    isLong &&
    /(?:^|[|·•;,█]|\s{2})\s*$/u.test(text.slice(0, start)) &&
    /^\s*(?:$|[|·•;,█]|\s{2})/u.test(text.slice(start + raw.length))
  )
}

/** Overwrites the taken spans with as many placeholder characters, so that offsets stay valid. */
function blank(text: string, taken: readonly SourceSpan[] = []): string {
  return taken.reduce(
    (rest, { start, end }) => rest.slice(0, start) + '█'.repeat(end - start) + rest.slice(end),
    text,
  )
}

function trimNumber(raw: string): string {
  const trimmed = raw.trim()
  // An opening bracket that is not closed within the number belongs to the surrounding text.
  return trimmed.startsWith('(') && !trimmed.includes(')') ? trimmed.slice(1).trim() : trimmed
}

/** Normalises one number; `country` completes a number without a country code. */
export function readPhone(raw: string, country?: string): Omit<FoundPhone, 'span'> | undefined {
  const digits = raw.replaceAll(/\D/g, '')
  if (digits.length < digitsMin || digits.length > digitsMax) return undefined
  // A North American form: with the area code in brackets it is assumed whatever country the document names, otherwise
  // only if none is known. `US` merely supplies the +1 that Canada and the Caribbean share, so no country is returned.
  const isByForm = bracketed.test(raw) || (country === undefined && northAmerican.test(raw))
  const assumed = isByForm ? 'US' : country
  const international = raw.replace(/^\(\s?\+/, '+').replace(/^00\s?/, '+')
  const known = assumed !== undefined && isSupportedCountry(assumed) ? assumed : undefined
  const parsed = parsePhoneNumberFromString(international, known ? { defaultCountry: known } : undefined)
  if (!parsed?.isPossible()) return { raw, e164: null, country: null }
  return { raw, e164: parsed.number, country: isByForm ? null : (parsed.country ?? null) }
}

/** A number that is not labelled as a phone number must look like one. */
function isLikely(raw: string, { e164 }: { e164: string | null }, isLabelled: boolean): boolean {
  const isWritten = /^\(?\s?\+/.test(raw) || (raw.startsWith('00') && e164 !== null)
  if (isWritten || isLabelled || northAmerican.test(raw)) return true
  const hasGroups = /\d[\s().\p{Pd}/·]+\d/u.test(raw)
  const isNational = /^\(?0\d/.test(raw)
  return e164 !== null && hasGroups && isNational && isValidIn(e164)
}

function isValidIn(e164: string): boolean {
  return parsePhoneNumberFromString(e164)?.isValid() ?? false
}
