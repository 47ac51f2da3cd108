import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { TextLine } from '../text/document-text.ts'
import type { SourceSpan } from '../text/source-span.ts'

export type FoundPhone = {
  raw: string
  /** Null when no country is known by which to complete the number. */
  e164: string | null
  country: string | null
  span: SourceSpan
}

export type PhoneOptions = {
  /** For numbers written without a country: the country that the document itself names. */
  country?: string | undefined
  /** Where something else stands that looks like a number: dates, addresses. */
  taken: readonly SourceSpan[]
  /** Up to this line contact data stands; there a number alone between separators is one. */
  headLines?: number
}

const candidate = /(?:(?:\+|00)\s?\d|\(\s?\+?\d|\d)[\d\s().\p{Pd}/·]{5,22}\d/gu
const label =
  /(?:tel|phone|mobile|mobil|cell|handy|fon|fax|gsm|whatsapp|portable|movil|telefon|cellulare|telefone|komorka|telefoon|τηλ|тел|моб|📞|📱|☎|✆)[\p{L}]*\s*[.:)]*\s*$/iu
const northAmerican = /^(?:\+?1[\s.\p{Pd}]*)?(?:\(\d{3}\)\s?|\d{3}[.\p{Pd}\s])\d{3}[.\p{Pd}\s]\d{4}$/u
/** Nobody else writes an area code of three digits in brackets and then three and four. */
const bracketed = /^\(\d{3}\)\s?\d{3}[.\p{Pd}\s]\d{4}$/u
const digitsMin = 7
const digitsMax = 15
/** Fewer may be a postal code or a house number. */
const aloneDigitsMin = 9
/** Nobody has more numbers; completing one is the dearest thing that a rule does. */
const candidatesMax = 200

/** Phone numbers by rule, completed to E.164 where the country is written or known. */
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

/** What is taken reads as nothing, at the same length. */
function blank(text: string, taken: readonly SourceSpan[] = []): string {
  return taken.reduce(
    (rest, { start, end }) => rest.slice(0, start) + '█'.repeat(end - start) + rest.slice(end),
    text,
  )
}

function trimNumber(raw: string): string {
  const trimmed = raw.trim()
  // A bracket opened before the number and not closed within it belongs to the text.
  return trimmed.startsWith('(') && !trimmed.includes(')') ? trimmed.slice(1).trim() : trimmed
}

/** Normalises one number; `country` completes what is written without one. */
export function readPhone(raw: string, country?: string): Omit<FoundPhone, 'span'> | undefined {
  const digits = raw.replaceAll(/\D/g, '')
  if (digits.length < digitsMin || digits.length > digitsMax) return undefined
  // Its form says where it is from, whatever country the document names. Canada and the Caribbean share +1.
  const isByForm = bracketed.test(raw) || (country === undefined && northAmerican.test(raw))
  const assumed = isByForm ? 'US' : country
  const international = raw.replace(/^\(\s?\+/, '+').replace(/^00\s?/, '+')
  const known = assumed !== undefined && isSupportedCountry(assumed) ? assumed : undefined
  const parsed = parsePhoneNumberFromString(international, known ? { defaultCountry: known } : undefined)
  if (!parsed?.isPossible()) return { raw, e164: null, country: null }
  return { raw, e164: parsed.number, country: isByForm ? null : (parsed.country ?? null) }
}

/** A number that is not said to be a phone number must look like one. */
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
