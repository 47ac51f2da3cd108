import type { CvData } from '../parsed/parsed-cv.ts'
import type { CvAnswer } from '../question/cv-answer.ts'
import type { ComposeContext } from './compose-context.ts'
import { composePlace } from './compose-place.ts'
import { checkEntry } from '../evidence/check-entry.ts'
import { confidenceOf } from '../evidence/evidence-checker.ts'
import { readPeriod } from '../evidence/read-period.ts'
import { type MonthSpan, countMonths, monthSpanOf } from '@gatehouse/reading/month-span'
import { isListItem, withoutBullet } from '@gatehouse/reading/text-lines'

/** A role with what later steps need: its months, and a test for names in its lines. */
export type ComposedRole = {
  role: CvData['experience'][number]
  span: MonthSpan | undefined
  mentions: (name: string) => boolean
}

/** Drops roles of which the document contains neither title, employer nor dates. */
export function composeExperience(context: ComposeContext, answer: CvAnswer): ComposedRole[] {
  return answer.experience
    .map((quoted, index) => composeRole(context, `data.experience[${index}]`, quoted))
    .filter(({ role }) => role.title !== null || role.employer !== null || role.start !== null)
    .map((composed, index) => Object.assign(composed, { role: { ...composed.role, id: `exp_${index + 1}` } }))
}

function composeRole(
  context: ComposeContext,
  path: string,
  quoted: CvAnswer['experience'][number],
): ComposedRole {
  const { checker, structure, asOf } = context
  const { checked, pointer } = checkEntry(context, path, {
    parts: {
      title: quoted.title,
      employer: quoted.employer,
      'location.text': quoted.location_text,
      date_text: quoted.date_text,
    },
    pointer: quoted,
    shared: ['employer', 'location.text'],
  })
  const { title, employer, 'location.text': location } = checked
  const period = readPeriod({ ...context, dateRanges: structure.dateRanges }, checked.date_text, {
    ...quoted,
    ...pointer,
  })
  const place = composePlace(context, `${path}.location`, {
    quoted: { text: quoted.location_text ?? '', city: null, region: null },
    checked: location,
  })
  const values = [title, employer, location]
  const evidence = [...values.flatMap((one) => one.evidence), ...period.evidence]
  const span = monthSpanOf(period, asOf)
  const body = bodyOf(context, pointer, [...values.flatMap(({ lines }) => lines), ...period.lines])
  const role = {
    id: '',
    title: title.value,
    occupation: (title.value !== null && context.occupations.get(title.value)) || null,
    employer: employer.value,
    employment_type: quoted.employment_type,
    location: place,
    start: period.start,
    end: period.end,
    is_current: period.isCurrent,
    months: span ? countMonths([span]) : null,
    ...body,
    skill_ids: [],
    confidence: confidenceOf(evidence, context.quality),
    evidence,
  }
  return { role, span, mentions: checker.createMentions(pointer) }
}

/** Returns the text of a role: the lines after those that name it. */
export function bodyOf(
  { checker }: Pick<ComposeContext, 'checker'>,
  { from, to }: { from: number; to: number },
  headLines: readonly number[],
): { description: string | null; highlights: string[] } {
  const within = headLines.filter((line) => line >= from && line <= to)
  const lines = checker.linesAt({ from: Math.max(from, ...within.map((line) => line + 1)), to })
  const highlights = lines.filter(({ text }) => isListItem(text)).map(({ text }) => withoutBullet(text))
  const description = lines.map(({ text }) => text).join('\n')
  return { description: description === '' ? null : description, highlights }
}
