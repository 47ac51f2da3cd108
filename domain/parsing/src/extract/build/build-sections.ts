// Nothing of a document is thrown away: sections that fit nowhere else are kept as text, also those that the model did
// not mention.
import type { OtherSection } from '../parsed/parsed-parts.ts'
import type { Pointer } from '../question/answer-parts.ts'
import type { Section } from '../../rules/find-structure.ts'
import type { SectionKind } from '../../rules/section-words.ts'
import type { BuildContext } from './build-context.ts'

type QuotedSection = Pointer & { heading: string }

const kept: ReadonlySet<SectionKind> = new Set([
  'publications',
  'awards',
  'volunteering',
  'interests',
  'references',
  'other',
])

export function buildOtherSections(
  { desk, structure }: Pick<BuildContext, 'desk' | 'structure'>,
  quoted: readonly QuotedSection[],
  used: readonly Pointer[],
): OtherSection[] {
  const said = quoted.flatMap((section, index) => {
    const heading = desk.check(`data.other_sections[${index}].heading`, section.heading).value
    const text = desk.textAt(section)
    return text === null ? [] : [{ heading: heading ?? '', text }]
  })
  const taken = [...quoted, ...used]
  const missed = structure.sections
    .filter(({ kind, heading }) => kept.has(kind) && heading !== null)
    .filter((section) => !taken.some((pointer) => overlaps(section, pointer)))
    .map(({ heading, fromLine, toLine }) => ({
      heading: heading?.text ?? '',
      text: desk.textAt({ from: fromLine + 1, to: toLine }) ?? '',
    }))
  return [...said, ...missed.filter(({ text }) => text !== '')]
}

function overlaps({ fromLine, toLine }: Section, { from, to }: Pointer): boolean {
  return from <= toLine && to >= fromLine
}

/** The summary that the model pointed to, else the section that is called so. */
export function buildSummary(
  { desk, structure }: Pick<BuildContext, 'desk' | 'structure'>,
  pointer: Pointer | null,
): string | null {
  const section = structure.sections.find(({ kind, heading }) => kind === 'summary' && heading !== null)
  const byRule = section && { from: section.fromLine + 1, to: section.toLine }
  return desk.textAt(pointer) ?? desk.textAt(byRule ?? null)
}
