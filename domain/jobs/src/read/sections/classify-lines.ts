// Decides about the lines that no heading explains: those outside of sections, and lists under a heading of unknown
// words. A line's own words decide; a list follows the majority of its lines.
import { readLanguageLevel } from '@gatehouse/reading/levels'
import { wordPattern } from '@gatehouse/reading/word-pattern'
import type { SectionedLine } from '../posting-line.ts'
import { readYears } from '../requirements/read-years.ts'
import { isWish } from '../requirements/split-importance.ts'
import { roleOf } from './line-roles.ts'
import type { PostingSectionKind } from './section-kind.ts'

export function classifyLines(lines: readonly SectionedLine[], titleLine: number): SectionedLine[] {
  const kinds = kindsOfBlocks(lines)
  const introductionEnd = findIntroductionEnd(lines)
  let above: SectionedLine | undefined
  let applyLine = -1
  return lines.map((line, index) => {
    const isDecided = line.number === titleLine || line.isHeading || line.kind !== undefined
    const kind = isDecided
      ? line.kind
      : (kinds.get(line.number) ?? kindOfLine(line) ?? continued(line, above))
    const isIntroduction = index < introductionEnd && !line.isItem
    // What follows the address in its paragraph is about the application: "Let us know what you need."
    const isOther = !isDecided && kind === 'must' && (isIntroduction || applyLine === line.number)
    if (kind === 'apply') applyLine = line.number
    above = isOther ? line : { ...line, kind }
    return above
  })
}

/** A sentence without a cue continues the requirements of its paragraph if it states years: "Three years in a kitchen." */
function continued(line: SectionedLine, above: SectionedLine | undefined): PostingSectionKind | undefined {
  const isSameParagraph = above?.number === line.number && above.kind === 'must'
  return isSameParagraph && readYears(line.text).length > 0 ? 'must' : undefined
}

/** If a section states the requirements, the paragraphs before the first heading introduce the company. */
function findIntroductionEnd(lines: readonly SectionedLine[]): number {
  const hasRequirements = lines.some(({ kind, isHeading }) => kind === 'must' && isHeading)
  return hasRequirements ? lines.findIndex(({ isHeading }) => isHeading) : 0
}

const conditional = /(?<!\p{L})(?:would be|ware|waren|serait|seraient|seria|serian|ar fi)(?!\p{L})/u

function kindOfLine(line: SectionedLine): PostingSectionKind | undefined {
  const role = roleOf(line)
  if (role === 'legal') return undefined
  // "Experience with exotics would be a bonus" is a wish, although a bonus is a benefit elsewhere.
  if (role === 'offer' && conditional.test(line.folded) && isWish(line.folded)) return 'must'
  if (role === undefined) return isWish(line.folded) && isRequirementLike(line) ? 'must' : undefined
  return role
}

/** A wish outside of a section is about the applicant if the line is a short one. */
function isRequirementLike({ text }: SectionedLine): boolean {
  return text.split(/\s+/).length <= 30
}

/** The kind of each line in a list whose heading is unknown. */
function kindsOfBlocks(lines: readonly SectionedLine[]): Map<number, PostingSectionKind> {
  const kinds = new Map<number, PostingSectionKind>()
  let block: SectionedLine[] = []
  // The sections above the list, known or decided.
  const above = new Set<PostingSectionKind>()
  const close = () => {
    const kind = majorityOf(block) ?? kindByPlace(block, lines, above)
    if (kind !== undefined) {
      above.add(kind)
      for (const { number } of block) kinds.set(number, kind)
    }
    block = []
  }
  for (const line of lines) {
    const isInBlock = line.kind === undefined && line.isItem
    if (!isInBlock) close()
    else block.push(line)
    if (line.kind !== undefined) above.add(line.kind)
  }
  close()
  return kinds
}

/** What requirements name and tasks or benefits do not: years, a level, a degree, a licence, knowledge. */
const requirementWords = wordPattern([
  'experience|knowledge|degree|diploma|certificate|licence|license|registration|qualification|qualified|fluent',
  'erfahrung|berufserfahrung|kenntnisse|*kenntnisse|ausbildung|*studium|fuhrerschein|abschluss|niveau',
  'connaissance|connaissances|maitrise|diplome|permis|bac+2|bac+3|bac+5|niveau',
  'experiencia|conocimientos|titulacion|carne|carnet|permiso|nivel|experienta|cunostinte|studii|diploma|permis|nivel',
])

/**
 * Postings list tasks, then requirements, then wishes, then what they offer. A list that reads like requirements is the
 * first of them, or wishes if the requirements stand above it.
 */
function kindByPlace(
  block: readonly SectionedLine[],
  lines: readonly SectionedLine[],
  above: ReadonlySet<PostingSectionKind>,
): PostingSectionKind | undefined {
  const isHeaded = lines.some(({ number, isHeading }) => isHeading && number === (block[0]?.number ?? 0) - 1)
  if (!isHeaded) return undefined
  const required = block.filter(
    ({ text, folded }) =>
      requirementWords.test(folded) || readYears(text).length > 0 || readLanguageLevel(text) !== null,
  )
  if (required.length * 3 < block.length) return undefined
  if (above.has('must')) return above.has('offer') ? undefined : 'nice'
  return lines.some(({ kind }) => kind === 'must') ? undefined : 'must'
}

function majorityOf(block: readonly SectionedLine[]): PostingSectionKind | undefined {
  if (block.length < 2) return undefined
  const counts = new Map<PostingSectionKind, number>()
  for (const line of block) {
    const kind = kindOfLine(line)
    if (kind === 'must' || kind === 'tasks' || kind === 'offer') counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const [best] = [...counts].sort((one, other) => other[1] - one[1])
  return best?.[0]
}
