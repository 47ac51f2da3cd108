import { findDateRanges } from '@gatehouse/reading/find-date-ranges'
import { findEmails } from '@gatehouse/reading/find-emails'
import { findLinks, urlsIn } from '@gatehouse/reading/find-links'
import { findPhones } from '@gatehouse/reading/find-phones'
import { monthNames } from '@gatehouse/reading/month-names'
import type { SourceSpan } from '@gatehouse/reading/text-lines'
import type { ProfileContact } from '../profile.ts'
import { type CvLine, toTextLines } from './cv-lines.ts'

/** Contact details are looked for in the whole text except the section of references, which are other people's. */
export function readContact(text: string, lines: readonly CvLine[], country: string | null): ProfileContact {
  const own = toTextLines(text.split('\n')).filter(({ number }) => lines[number]?.section !== 'references')
  const headEnd = lines.findIndex(({ section }) => section !== null && section !== 'contact')
  const emails = findEmails(own)
  const taken: SourceSpan[] = [
    ...findDateRanges(own, monthNames()).flatMap(({ spans }) => spans),
    ...emails.map(({ span }) => span),
    ...own.flatMap(({ text: line, number }) => urlSpans(line, number)),
  ]
  const phones = findPhones(own, {
    country: country ?? undefined,
    taken,
    headLines: headEnd === -1 ? 8 : headEnd,
  })
  const links = own.flatMap(({ text: line, number }) =>
    findLinks(urlsIn(line)).map(({ kind, url }) => ({ value: url, kind, line: number })),
  )
  return {
    emails: once(emails.map(({ value, span }) => ({ value, line: span.line }))),
    phones: once(phones.map(({ raw, e164, span }) => ({ value: raw, e164, line: span.line }))),
    links: once(links),
  }
}

function urlSpans(text: string, line: number): SourceSpan[] {
  return urlsIn(text).map((url) => {
    const start = text.indexOf(url)
    return { line, start, end: start + url.length }
  })
}

function once<T extends { value: string }>(found: readonly T[]): T[] {
  return found.filter(({ value }, index) => found.findIndex((other) => other.value === value) === index)
}
