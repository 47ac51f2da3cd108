// Facts that follow from the other facts of a CV by counting alone.
import type { CvData } from '../parsed/parsed-cv.ts'
import type { ComposedRole } from './compose-experience.ts'
import { findSensitive, highestLevel, readSeniority } from './classify-words.ts'
import type { EvidenceChecker } from '../evidence/evidence-checker.ts'
import { countMonths, formatMonth, joinSpans } from '@gatehouse/reading/month-span'

/** A shorter break between two jobs does not count as a gap. */
const gapMonthsMin = 3

export type DerivedFrom = {
  checker: Pick<EvidenceChecker, 'lines'>
  roles: readonly Pick<ComposedRole, 'role' | 'span'>[]
  education: CvData['education']
}

export function deriveFacts({ checker, roles, education }: DerivedFrom): CvData['derived'] {
  const joined = joinSpans(roles.flatMap(({ span }) => span ?? []))
  const latest = roles.toSorted((one, other) => (other.span?.to ?? 0) - (one.span?.to ?? 0))[0]
  const gaps = joined.slice(1).flatMap(({ from }, index) => {
    const before = joined[index]?.to ?? from
    return from - before < gapMonthsMin
      ? []
      : [{ from: formatMonth(before), to: formatMonth(from - 1), months: from - before }]
  })
  return {
    experience_months: joined.length > 0 ? countMonths(joined) : null,
    seniority: readSeniority(latest?.role.title ?? null),
    highest_education: highestLevel(education.map(({ level }) => level)),
    gaps,
    sensitive_present: findSensitive(checker.lines.map(({ text }) => text)),
  }
}
