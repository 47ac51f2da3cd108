import { type DateRange, findDateRanges } from '@gatehouse/reading/find-date-ranges'
import { findHeadings } from '@gatehouse/reading/find-headings'
import { monthNames } from '@gatehouse/reading/month-names'
import { type FoundHeading, linesOf, type Section, toSections } from '@gatehouse/reading/section'
import type { SourceSpan, TextLine } from '@gatehouse/reading/text-lines'
import type { DocumentText } from '../document-text.ts'
import { findCountry } from '@gatehouse/reading/country-names'
import { findEmails, type FoundEmail, normaliseEmail } from '@gatehouse/reading/find-emails'
import { findInjections, type FoundInjection } from '@gatehouse/reading/find-injections'
import { findLanguages, type FoundLanguage } from '@gatehouse/reading/find-languages'
import { findPhones, type FoundPhone } from '@gatehouse/reading/find-phones'
import type { RuleVocabulary } from '@gatehouse/reading/rule-vocabulary'

/** Everything that rules find in a document without a model, each with its lines. */
export type DocumentStructure = {
  emails: readonly FoundEmail[]
  /** Addresses of mailto links that the visible text does not contain. */
  linkedEmails: readonly string[]
  phones: readonly FoundPhone[]
  headings: readonly FoundHeading[]
  sections: readonly Section[]
  dateRanges: readonly DateRange[]
  languages: readonly FoundLanguage[]
  country: string | null
  injections: readonly FoundInjection[]
}

export type StructureOptions = {
  /** Language of the document, if known; decides between month names that two languages share. */
  language?: string
  /** Country that the caller knows, for phone numbers without a country code. */
  country?: string
}

/**
 * The person's own country is looked for in at most this many lines at the top; further down, a country may be that of
 * a job.
 */
const contactLines = 8
const address = /\S+@\S+|(?:https?:\/\/|www\.)\S+|\b[\w-]+\.(?:com|org|net|io|dev)\/\S+/giu

export function findStructure(
  { lines, links }: Pick<DocumentText, 'lines' | 'links'>,
  vocabulary: RuleVocabulary,
  options: StructureOptions = {},
): DocumentStructure {
  const dateRanges = findDateRanges(lines, monthNames(options.language))
  const emails = findEmails(lines)
  const headings = findHeadings(lines)
  const sections = toSections(lines, headings)
  const country = options.country ?? findOwnCountry(nearTop(lines, headings[0]?.span.line), vocabulary)
  const taken = [...dateRanges.flatMap(({ spans }) => spans), ...findAddresses(lines)]
  return {
    emails,
    linkedEmails: linkedEmails(links, emails),
    phones: findPhones(lines, {
      country,
      taken,
      headLines: (headings[0]?.span.line ?? contactLines + 1) - 1,
    }),
    headings,
    sections,
    dateRanges,
    languages: findLanguages(linesOf(lines, sections, 'languages'), vocabulary.languages),
    country: country ?? null,
    injections: findInjections(lines),
  }
}

function nearTop(lines: readonly TextLine[], firstHeading = contactLines + 1): TextLine[] {
  const top = lines.slice(0, Math.min(contactLines, firstHeading - 1))
  return [...top, ...lines.filter(({ region }) => region !== 'body')]
}

function findOwnCountry(near: readonly TextLine[], { countries }: RuleVocabulary): string | undefined {
  return near.map(({ text }) => findCountry(text, countries)).find((code) => code !== undefined)
}

function findAddresses(lines: readonly TextLine[]): SourceSpan[] {
  return lines.flatMap(({ text, number }) =>
    [...text.matchAll(address)].map((match) => ({
      line: number,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
}

function linkedEmails(links: DocumentText['links'], shown: readonly FoundEmail[]): string[] {
  const known = new Set(shown.map(({ value }) => value))
  const linked = links
    .filter(({ url }) => /^mailto:/i.test(url))
    .map(({ url }) => normaliseEmail(decodeLoosely(url.slice('mailto:'.length).split('?')[0] ?? '')))
  return [...new Set(linked)].filter((value) => value.includes('@') && !known.has(value))
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
