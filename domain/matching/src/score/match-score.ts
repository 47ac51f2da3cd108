// A score with all that it is made of. Everything is a whole number, so that the parts add up to the whole exactly and two
// computations give the same bytes.
import type { Importance, Requirement } from '@gatehouse/jobs/job-facts'
import type { Verdict } from '../judge/judge.ts'

/** The requirements of a job share 10,000 parts among them. */
export const sharesInAll = 10_000
/** A requirement is met to 0–1,000 thousandths. */
export const fullDegree = 1_000
/** So a score is 0–10,000,000 points: what people read as 0–100, with five decimals. */
export const fullScore = sharesInAll * fullDegree

export type MatchScore = {
  /** The sum of the rows' points, less what a cap takes off. */
  points: number
  rows: readonly MatchRow[]
  /** Points that a cap takes off, because what the job must have is known to be missing. */
  cappedBy: number
  /** How much of the job's weight there was anything to compare with, in parts of 10,000. */
  coverage: number
}

export type MatchRow = {
  requirementId: string
  category: Requirement['category']
  importance: Importance
  text: string
  /** Of 10,000; 0 where nothing is known of the talent in this category, which is not held against anybody. */
  share: number
  degree: number
  /** Share × degree. */
  points: number
  evidence: readonly Evidence[]
  /** What a judge said with verified evidence; it takes the place of the comparison. */
  verdict: Exclude<Verdict, 'unknown'> | null
}

/** What the talent shows, with the lines of the talent's text that show it. */
export type Evidence =
  | { kind: 'term'; term: string; lines: readonly number[] }
  | { kind: 'role'; roleId: string; months: number; lines: readonly number[] }
  | { kind: 'education' | 'language' | 'location'; value: string; lines: readonly number[] }
  | { kind: 'verdict'; lines: readonly number[] }
