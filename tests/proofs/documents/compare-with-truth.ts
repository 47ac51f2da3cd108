import type { DocumentStructure } from '@gatehouse/parsing/find-structure'

/** What a person wrote down when reading the PDF, limited to what rules can find. */
export type Truth = {
  contact?: { email?: string; phone?: string }
  experience?: readonly { dates?: string }[]
  education?: readonly unknown[]
  skills?: readonly unknown[]
}

export type Measure = 'emails' | 'phones' | 'headings' | 'dateRanges'

export type Comparison = { measure: Measure; wanted: string; isFound: boolean }

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

export function compareWithTruth(truth: Truth, structure: DocumentStructure): Comparison[] {
  const { email, phone } = truth.contact ?? {}
  const ranges = (truth.experience ?? []).flatMap(({ dates }) => dates ?? [])
  const sections = (['experience', 'education', 'skills'] as const).filter(
    (kind) => (truth[kind]?.length ?? 0) > 0,
  )
  return [
    ...(email ? [{ measure: 'emails' as const, wanted: email, isFound: hasEmail(structure, email) }] : []),
    ...(phone ? [{ measure: 'phones' as const, wanted: phone, isFound: hasPhone(structure, phone) }] : []),
    ...sections.map((kind) => ({
      measure: 'headings' as const,
      wanted: kind,
      isFound: structure.headings.some((heading) => heading.kind === kind),
    })),
    ...ranges.map((wanted) => ({
      measure: 'dateRanges' as const,
      wanted,
      isFound: hasRange(structure, wanted),
    })),
  ]
}

function hasEmail({ emails }: DocumentStructure, wanted: string): boolean {
  return emails.some(({ value }) => value === wanted.toLowerCase())
}

function hasPhone({ phones }: DocumentStructure, wanted: string): boolean {
  const digits = wanted.replaceAll(/\D/g, '')
  return phones.some(
    ({ raw, e164 }) => raw.replaceAll(/\D/g, '') === digits && e164?.endsWith(digits) === true,
  )
}

/** Parses the expected range with code of its own, so that a mistake in the parser's rules cannot confirm itself. */
function hasRange({ dateRanges }: DocumentStructure, wanted: string): boolean {
  const [from = '', to = ''] = wanted.split(/\s[–-]\s/)
  const start = readEnglish(from)
  const end = /present|current/i.test(to) ? null : readEnglish(to)
  return dateRanges.some((range) => range.start.value === start && (range.end?.value ?? null) === end)
}

function readEnglish(text: string): string {
  const numeric = /^(\d\d)\/(\d{4})$/.exec(text)
  if (numeric) return `${numeric[2]}-${numeric[1]}`
  const [, name, year = text] = /^([a-z]{3})[a-z]*\.?\s(\S{4})$/i.exec(text) ?? []
  if (name === undefined) return year
  return `${year}-${String(months.indexOf(name.toLowerCase()) + 1).padStart(2, '0')}`
}
