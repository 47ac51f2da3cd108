import type { SourceSpan, TextLine } from './text-lines.ts'

/** The sections of CVs and job postings that are treated differently; any other heading opens `other`. */
export type SectionKind =
  | 'summary'
  | 'experience'
  | 'education'
  | 'skills'
  | 'languages'
  | 'certifications'
  | 'projects'
  | 'publications'
  | 'awards'
  | 'volunteering'
  | 'interests'
  | 'references'
  | 'contact'
  /** Sections of job postings only. */
  | 'title'
  | 'tasks'
  | 'offer'
  | 'other'

/** A heading with its position. */
export type FoundHeading = { kind: SectionKind; text: string; span: SourceSpan }

export type Section = {
  kind: SectionKind
  /** Null for the lines before the first heading. */
  heading: FoundHeading | null
  fromLine: number
  toLine: number
}

/** Divides lines at their headings; the lines before the first heading are the contact details of a CV. */
export function toSections(lines: readonly TextLine[], headings: readonly FoundHeading[]): Section[] {
  const last = lines.length
  const first = headings[0]?.span.line ?? last + 1
  const head: Section[] =
    first > 1 ? [{ kind: 'contact', heading: null, fromLine: 1, toLine: first - 1 }] : []
  const rest = headings.map((heading, index) => ({
    kind: heading.kind,
    heading,
    fromLine: heading.span.line,
    toLine: (headings[index + 1]?.span.line ?? last + 1) - 1,
  }))
  return [...head, ...rest].filter(({ fromLine, toLine }) => toLine >= fromLine)
}

export function linesOf(
  lines: readonly TextLine[],
  sections: readonly Section[],
  kind: SectionKind,
): TextLine[] {
  return sections
    .filter((section) => section.kind === kind)
    .flatMap(({ fromLine, toLine }) => lines.slice(fromLine - 1, toLine))
}
