// Nothing in a document is lost: sections that fit nowhere else are kept as text, including those that the model did
// not mention.
import type { OtherSection } from '../parsed/parsed-parts.ts'
import type { Pointer } from '../question/answer-parts.ts'
import type { Section, SectionKind } from '@gatehouse/reading/section'
import type { ComposeContext } from './compose-context.ts'

type QuotedSection = Pointer & { heading: string }

const kept: ReadonlySet<SectionKind> = new Set([
  'publications',
  'awards',
  'volunteering',
  'interests',
  'references',
  'other',
])

export function composeOtherSections(
  { checker, structure }: Pick<ComposeContext, 'checker' | 'structure'>,
  quoted: readonly QuotedSection[],
  used: readonly Pointer[],
): OtherSection[] {
  const said = quoted.flatMap((section, index) => {
    const heading = checker.check(`data.other_sections[${index}].heading`, section.heading).value
    const text = checker.textAt(section)
    return text === null ? [] : [{ heading: heading ?? '', text }]
  })
  const taken = [...quoted, ...used]
  const missed = structure.sections
    .filter(({ kind, heading }) => kept.has(kind) && heading !== null)
    .filter((section) => !taken.some((pointer) => overlaps(section, pointer)))
    .map(({ heading, fromLine, toLine }) => ({
      heading: heading?.text ?? '',
      text: checker.textAt({ from: fromLine + 1, to: toLine }) ?? '',
    }))
  return [...said, ...missed.filter(({ text }) => text !== '')]
}

function overlaps({ fromLine, toLine }: Section, { from, to }: Pointer): boolean {
  return from <= toLine && to >= fromLine
}

/** The summary that the model pointed to, else the section under a heading for a summary. */
export function composeSummary(
  { checker, structure }: Pick<ComposeContext, 'checker' | 'structure'>,
  pointer: Pointer | null,
): string | null {
  const section = structure.sections.find(({ kind, heading }) => kind === 'summary' && heading !== null)
  const byRule = section && { from: section.fromLine + 1, to: section.toLine }
  return checker.textAt(pointer) ?? checker.textAt(byRule ?? null)
}
