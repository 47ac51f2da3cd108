// The four bands of a score, and the place of a talent within its band. docs/scores.md explains them to people.
import type { Requirement } from '@gatehouse/jobs/job-facts'
import {
  type Band,
  type MatchRow,
  type RequirementStatus,
  bands,
  fullDegree,
  fullScore,
} from './match-score.ts'

type BandRow = Pick<MatchRow, 'status' | 'isDeciding'>

/** Whole scores of 100, both inclusive. Above 60 no must-have is contradicted. */
const ranges: Readonly<Record<Band, readonly [number, number]>> = {
  unrelated: [0, 15],
  weak: [16, 60],
  good: [61, 84],
  excellent: [85, 100],
}

/**
 * The requirements that decide the band: the must-haves, or else what the job asks for with less emphasis, its tasks or
 * its title.
 */
export function decidingIds(requirements: readonly Requirement[]): ReadonlySet<string> {
  const named = requirements.filter(({ category }) => category !== 'title' && category !== 'task')
  const candidates = [
    named.filter(({ importance }) => importance === 'must'),
    named.filter(({ importance }) => importance === 'should'),
    requirements.filter(({ category }) => category === 'task'),
    requirements,
  ]
  return new Set((candidates.find((some) => some.length > 0) ?? []).map(({ id }) => id))
}

const creditByStatus: Readonly<Record<RequirementStatus, number>> = {
  met: fullDegree,
  partly_met: fullDegree / 2,
  not_shown: 0,
  contradicted: 0,
}

/** Mean credit for the deciding requirements, in thousandths. */
function creditOf(rows: readonly BandRow[]): number {
  const deciding = rows.filter(({ isDeciding }) => isDeciding)
  if (deciding.length === 0) return 0
  return Math.floor(deciding.reduce((sum, { status }) => sum + creditByStatus[status], 0) / deciding.length)
}

/** `isRelated` is whether the talent works in the field of the job. */
export function chooseBand(rows: readonly BandRow[], isRelated: boolean): Band {
  if (!isRelated) return 'unrelated'
  const deciding = rows.filter(({ isDeciding }) => isDeciding)
  if (deciding.some(({ status }) => status === 'contradicted')) return 'weak'
  const credit = creditOf(rows)
  if (credit === fullDegree) return 'excellent'
  return credit * 2 >= fullDegree ? 'good' : 'weak'
}

/** `rank` from 0 to a full score becomes a place in the range of the band. */
export function placeInBand(band: Band, rank: number): number {
  const [from, to] = rangeOf(band)
  return from + Math.floor(((to - from) * rank) / fullScore)
}

/**
 * What each row adds to the start of the band, in points. Places are rounded down, so each row adds the difference of two
 * places, and the start and all rows add up exactly to the place of the whole rank.
 */
export function addedByRows(band: Band, rows: readonly Pick<MatchRow, 'points'>[]): number[] {
  let rank = 0
  return rows.map(({ points }) => {
    const before = placeInBand(band, rank)
    rank += points
    return placeInBand(band, rank) - before
  })
}

/** In points. A band ends where a whole score ends, so that 84.99999 is not shown as 85. */
export function rangeOf(band: Band): readonly [number, number] {
  const [from, to] = ranges[band]
  const unit = fullScore / 100
  return [from * unit, to * unit]
}

/** The ranges of the bands do not overlap, so the points alone give the band. */
export function bandOfPoints(points: number): Band {
  return bands.findLast((band) => points >= rangeOf(band)[0]) ?? 'unrelated'
}

/** A model's verdicts move a match by at most one band from where the facts put it. */
export function nextTo(byFacts: Band, band: Band): Band {
  const [fact, wanted] = [bands.indexOf(byFacts), bands.indexOf(band)]
  return bands[Math.max(fact - 1, Math.min(fact + 1, wanted))] ?? band
}
