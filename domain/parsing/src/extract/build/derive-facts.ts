// What follows from the facts of a CV by counting alone.
import type { CvData } from '../parsed/parsed-cv.ts'
import type { BuiltRole } from './build-experience.ts'
import { findSensitive, highestLevel, readSeniority } from './classify-words.ts'
import type { EvidenceDesk } from '../evidence/evidence-desk.ts'
import { countMonths, formatMonth, joinSpans } from '../evidence/read-period.ts'

/** Shorter ones are between two jobs, not a gap. */
const gapMonthsMin = 3

export type DerivedFrom = {
  desk: Pick<EvidenceDesk, 'lines'>
  roles: readonly Pick<BuiltRole, 'role' | 'span'>[]
  education: CvData['education']
}

export function deriveFacts({ desk, roles, education }: DerivedFrom): CvData['derived'] {
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
    sensitive_present: findSensitive(desk.lines.map(({ text }) => text)),
  }
}
