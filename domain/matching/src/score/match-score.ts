// A score with its components. All figures are whole numbers, so that the parts add up exactly and repeated
// computations give identical bytes.
import type { Importance, Requirement } from '@gatehouse/jobs/job-facts'
import type { Verdict } from '../judge/judge.ts'

/** Every job's score is divided into this many shares, which are distributed among its requirements. */
export const sharesInAll = 10_000
/** Degree of a requirement that is fully met, in thousandths. */
export const fullDegree = 1_000
/** Points of a perfect score, shown to people as 100 with five decimals. */
export const fullScore = sharesInAll * fullDegree

export type MatchScore = {
  /** Sum of the rows' points, minus `cappedBy`. */
  points: number
  rows: readonly MatchRow[]
  /** Points deducted because the judge found that a must-have requirement is not met. */
  cappedBy: number
  /** Share of the job's weight that could be compared with the talent's facts, in ten-thousandths. */
  coverage: number
}

export type MatchRow = {
  requirementId: string
  category: Requirement['category']
  importance: Importance
  text: string
  /**
   * Share of the score, in ten-thousandths; 0 if nothing is known about the talent in this category, which does not
   * count against the talent.
   */
  share: number
  degree: number
  /** Share × degree. */
  points: number
  evidence: readonly ScoreEvidence[]
  /** Verified verdict of the judge; it replaces the comparison of facts. */
  verdict: Exclude<Verdict, 'unknown'> | null
}

/** A fact of the talent, with the lines of the talent's text that show it. */
export type ScoreEvidence =
  | { kind: 'term'; term: string; lines: readonly number[] }
  | { kind: 'role'; roleId: string; months: number; lines: readonly number[] }
  | { kind: 'education' | 'language' | 'location'; value: string; lines: readonly number[] }
  | { kind: 'verdict'; lines: readonly number[] }
