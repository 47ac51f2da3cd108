// Port: what a model may say about a match. For each requirement, the model says whether the talent's lines show that
// it is met, and which lines do; it never gives a number. The app decides which model and alias to use.
import type { Requirement } from '@gatehouse/jobs/job-facts'

export type Verdict = 'met' | 'partial' | 'not_met' | 'unknown'

/** A verdict as the model returned it; untrusted until it is verified. */
export type ClaimedVerdict = {
  requirementId: string
  verdict: Verdict
  evidence: readonly { line: number; quote: string }[]
}

/** A verdict whose quotes all occur in the lines that they cite. */
export type VerifiedVerdict = {
  requirementId: string
  verdict: Exclude<Verdict, 'unknown'>
  lines: readonly number[]
}

/** A talent to be judged, as lines without name, school or address. */
export type JudgedTalent = { talentId: string; lines: readonly { line: number; text: string }[] }

export type JudgeRequest = {
  companyId: string
  jobId: string
  requirements: readonly Pick<Requirement, 'id' | 'text' | 'importance'>[]
  talent: JudgedTalent
  /** Aborted when the answer is no longer needed; `judge` then rejects. */
  signal?: AbortSignal | undefined
}

export type JudgeAnswer =
  | { kind: 'judged'; verdicts: readonly ClaimedVerdict[] }
  /** The model is unavailable. Scores are served without verdicts, and the judge is called later. */
  | { kind: 'unavailable' }

export type Judge = {
  /** Identifies model and prompt, so that verdicts of one version are not reused for another. */
  version: string
  /** False while calls would be rejected, such as behind an open breaker. */
  isReady(): boolean
  judge(request: JudgeRequest): Promise<JudgeAnswer>
}
