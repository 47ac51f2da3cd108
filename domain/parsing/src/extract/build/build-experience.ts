import type { CvData } from '../parsed/parsed-cv.ts'
import type { CvAnswer } from '../question/cv-answer.ts'
import type { BuildContext } from './build-context.ts'
import { buildPlace } from './build-place.ts'
import { confidenceOf } from '../evidence/evidence-desk.ts'
import { type MonthSpan, countMonths, monthSpanOf, readPeriod } from '../evidence/read-period.ts'

/** A role with what is needed of it further on: the months that it took, and what stands in its lines. */
export type BuiltRole = {
  role: CvData['experience'][number]
  span: MonthSpan | undefined
  mentions: (name: string) => boolean
}

const bullet = /^\s*(?:[-–—•*·▪◦●○‣►✓]|\d{1,2}[.)])\s+/u

/** A role of which nothing is in the document is none. */
export function buildExperience(context: BuildContext, answer: CvAnswer): BuiltRole[] {
  return answer.experience
    .map((quoted, index) => buildRole(context, `data.experience[${index}]`, quoted))
    .filter(({ role }) => role.title !== null || role.employer !== null || role.start !== null)
    .map((built, index) => Object.assign(built, { role: { ...built.role, id: `exp_${index + 1}` } }))
}

function buildRole(context: BuildContext, path: string, quoted: CvAnswer['experience'][number]): BuiltRole {
  const { desk, structure, asOf } = context
  const title = desk.check(`${path}.title`, quoted.title, quoted)
  const employer = desk.check(`${path}.employer`, quoted.employer, quoted)
  const period = readPeriod({ ...context, dateRanges: structure.dateRanges }, path, quoted)
  const place =
    quoted.location_text === null
      ? undefined
      : buildPlace(context, `${path}.location`, {
          quoted: { text: quoted.location_text, city: null, region: null },
          pointer: quoted,
        })
  const values = [title, employer, ...(place ? [place.checked] : [])]
  const evidence = [...values.flatMap((one) => one.evidence), ...period.evidence]
  const span = monthSpanOf(period, asOf)
  const body = bodyOf(context, quoted, [...values.flatMap(({ lines }) => lines), ...period.lines])
  const role = {
    id: '',
    title: title.value,
    occupation: (title.value !== null && context.occupations.get(title.value)) || null,
    employer: employer.value,
    employment_type: quoted.employment_type,
    location: place?.place ?? null,
    start: period.start,
    end: period.end,
    is_current: period.isCurrent,
    months: span ? countMonths([span]) : null,
    ...body,
    skill_ids: [],
    confidence: confidenceOf(evidence, context.quality),
    evidence,
  }
  return { role, span, mentions: desk.createMentions(quoted) }
}

/** What follows the lines that name the role. */
export function bodyOf(
  { desk }: Pick<BuildContext, 'desk'>,
  { from, to }: { from: number; to: number },
  headLines: readonly number[],
): { description: string | null; highlights: string[] } {
  const within = headLines.filter((line) => line >= from && line <= to)
  const lines = desk.linesAt({ from: Math.max(from, ...within.map((line) => line + 1)), to })
  const highlights = lines
    .filter(({ text }) => bullet.test(text))
    .map(({ text }) => text.replace(bullet, '').trim())
  const description = lines.map(({ text }) => text).join('\n')
  return { description: description === '' ? null : description, highlights }
}
