// Explains a score in words, by templates: the same rows always give the same sentences, and no model is involved.
import { rangeOf } from './choose-band.ts'
import { describeRow } from './describe-row.ts'
import { type Band, type MatchRow, type MatchScore, fullDegree, fullScore } from './match-score.ts'

export type Explanation = {
  /** 0–100 with five decimals, exact. */
  score: string
  band: Band
  rows: readonly ExplainedRow[]
  /** The computation that gives the score, written out without rounding. */
  arithmetic: string
  /** Requirements to clarify with the talent: those that would raise the score most if they were met. */
  questions: readonly { requirementId: string; text: string; wouldAdd: string }[]
}

export type ExplainedRow = Pick<MatchRow, 'requirementId' | 'category' | 'importance' | 'text' | 'status'> & {
  /** The points that count towards the place in the band, and how many there could be. */
  counted: string
  /** One sentence for people. Lines are counted from 1 in it, as editors do. */
  sentence: string
  /** Lines of the talent's text, from 0. */
  lines: number[]
}

const questionsMax = 5

/** `pointsIf` gives the points if the requirement were met, by the same function that gave the score. */
export function explainMatch(score: MatchScore, pointsIf: (requirementId: string) => number): Explanation {
  const { points, band, rank, rows } = score
  const [from, to] = rangeOf(band)
  return {
    score: formatPoints(points),
    band,
    rows: rows.map(explainRow),
    arithmetic: `${formatPoints(from)} + ${formatPoints(to - from)} × ${formatPoints(rank)} % = ${formatPoints(points)}`,
    questions: rows
      .filter(({ status }) => status === 'not_shown' || status === 'partly_met')
      .map(({ requirementId, text }) => ({ requirementId, text, points: pointsIf(requirementId) - points }))
      .filter((question) => question.points > 0)
      .sort((a, b) => b.points - a.points)
      .slice(0, questionsMax)
      .map((question) => ({
        requirementId: question.requirementId,
        text: question.text,
        wouldAdd: formatPoints(question.points),
      })),
  }
}

/** Exact, because points are whole numbers and a score of 100 is ten million points. */
export function formatPoints(points: number): string {
  const unit = fullScore / 100
  return `${Math.floor(points / unit)}.${String(points % unit).padStart(5, '0')}`
}

function explainRow(row: MatchRow): ExplainedRow {
  const { requirementId, category, importance, text, status, evidence } = row
  return {
    requirementId,
    category,
    importance,
    text,
    status,
    counted: `${formatPoints(row.points)} of ${formatPoints(row.share * fullDegree)}`,
    sentence: describeRow(row),
    lines: [...evidence.lines],
  }
}
