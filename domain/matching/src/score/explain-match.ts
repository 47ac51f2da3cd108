// Explains a score in words, by templates: the same rows always give the same sentences, and no model is involved.
import { type ScoreEvidence, type MatchRow, type MatchScore, fullDegree, fullScore } from './match-score.ts'

export type Explanation = {
  /** 0–100 with five decimals, exact. */
  score: string
  rows: readonly ExplainedRow[]
  /** The sum that gives the score, written out without rounding. */
  arithmetic: string
  /** Requirements to clarify with the talent: those that would raise the score most if fully met. */
  questions: readonly { requirementId: string; text: string; wouldAdd: string }[]
}

export type ExplainedRow = {
  requirementId: string
  text: string
  counted: string
  because: string
  lines: number[]
}

const questionsMax = 5

export function explainMatch({ points, rows, cappedBy }: MatchScore): Explanation {
  const terms = rows.filter((row) => row.points > 0).map((row) => formatPoints(row.points))
  const cap = cappedBy > 0 ? ` − ${formatPoints(cappedBy)} (a must-have is missing)` : ''
  return {
    score: formatPoints(points),
    rows: rows.map(explainRow),
    arithmetic: `${terms.length > 0 ? terms.join(' + ') : '0'}${cap} = ${formatPoints(points)}`,
    questions: rows
      .filter(({ share, degree, verdict }) => share > 0 && degree < fullDegree && verdict === null)
      .map(({ requirementId, text, share, degree }) => ({
        requirementId,
        text,
        points: share * (fullDegree - degree),
      }))
      .sort((a, b) => b.points - a.points)
      .slice(0, questionsMax)
      .map(({ requirementId, text, points }) => ({ requirementId, text, wouldAdd: formatPoints(points) })),
  }
}

/** Exact, because points are whole numbers and a score of 100 is ten million points. */
export function formatPoints(points: number): string {
  const unit = fullScore / 100
  return `${Math.floor(points / unit)}.${String(points % unit).padStart(5, '0')}`
}

function explainRow(row: MatchRow): ExplainedRow {
  const lines = [...new Set(row.evidence.flatMap((one) => one.lines))].sort((a, b) => a - b)
  return {
    requirementId: row.requirementId,
    text: row.text,
    counted: `${formatPoints(row.points)} of ${formatPoints(row.share * fullDegree)}`,
    because: becauseOf(row),
    lines,
  }
}

function becauseOf({ share, verdict, evidence }: MatchRow): string {
  if (verdict !== null) return `judged as ${verdict.replace('_', ' ')}`
  if (share === 0) return 'nothing is known about it, so it does not count'
  if (evidence.length === 0) return 'no evidence'
  return evidence.map(describeEvidence).join('; ')
}

function describeEvidence(evidence: ScoreEvidence): string {
  switch (evidence.kind) {
    case 'term':
      return `"${evidence.term}" in ${evidence.lines.length} lines`
    case 'role':
      return `a role of ${evidence.months} months`
    case 'verdict':
      return 'judged'
    case 'education':
    case 'language':
    case 'location':
      return `${evidence.kind} ${evidence.value}`
  }
}
