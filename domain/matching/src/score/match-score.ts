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

/** Raised by a change to the scoring rules: the jobs that an earlier version has scored are then matched again. */
export const scorerVersion = 2

/** Ascending. A contradicted requirement is not a step: only a stated fact can contradict one. */
export const statusSteps = ['not_shown', 'partly_met', 'met'] as const
export type RequirementStatus = (typeof statusSteps)[number] | 'contradicted'

/** Ascending. */
export const bands = ['unrelated', 'weak', 'good', 'excellent'] as const
export type Band = (typeof bands)[number]

export type MatchScore = {
  /** The position of `rank` within the range of the band. */
  points: number
  band: Band
  /** Orders talents within a band: the sum of the rows' points. */
  rank: number
  rows: readonly MatchRow[]
  /** Share of the job's weight about which the talent's facts say something, in ten-thousandths. */
  coverage: number
}

export type MatchRow = {
  requirementId: string
  category: Requirement['category']
  importance: Importance
  /** Whether the requirement takes part in the choice of the band. */
  isDeciding: boolean
  text: string
  status: RequirementStatus
  /** Share of the sum, in ten-thousandths. */
  share: number
  degree: number
  /** Share × degree. */
  points: number
  evidence: RowEvidence
  /** Whether the facts show a skill or an occupation of the job's field. */
  isOfField: boolean
  /** Verified verdict of the judge, which moves the status by at most one step. */
  verdict: Exclude<Verdict, 'unknown'> | null
}

/** The facts of the talent that decided the status, with the lines of the talent's text that show them. */
export type RowEvidence = {
  lines: readonly number[]
  /** What the requirement names, each with the fact that shows it, or null. */
  shown: readonly ShownFact[]
  /** The time that the requirement asks for, and the time that dated roles show; null if it asks for none. */
  time: { monthsRequired: number; monthsShown: number } | null
  /** What the talent's text states to be absent, if that contradicts the requirement. */
  absent?: string
}

export type ShownFact = {
  label: string
  /** The fact in words: a skill, a level, a place; null if nothing shows the label. */
  by: string | null
}

/** What comparing one requirement with a talent's facts gives. */
export type Measured = Pick<MatchRow, 'degree' | 'status' | 'evidence' | 'isOfField'>
