// What a model may say about a match: of one requirement at a time, whether the talent's lines show that it is met, and
// which lines. Never a number. It is a port: who asks which model, through which alias, is the business of an app.
import type { Requirement } from '@gatehouse/jobs/job-facts'

export type Verdict = 'met' | 'partial' | 'not_met' | 'unknown'

/** As the model gave it: nothing in it is believed before it is verified. */
export type ClaimedVerdict = {
  requirementId: string
  verdict: Verdict
  evidence: readonly { line: number; quote: string }[]
}

/** A verdict whose every quote stands in the line that it names. */
export type VerifiedVerdict = {
  requirementId: string
  verdict: Exclude<Verdict, 'unknown'>
  lines: readonly number[]
}

/** One talent for whom the requirements are to be judged, as lines that hold no name, school or address. */
export type JudgedTalent = { talentId: string; lines: readonly { line: number; text: string }[] }

export type JudgeRequest = {
  companyId: string
  jobId: string
  requirements: readonly Pick<Requirement, 'id' | 'text' | 'importance'>[]
  talents: readonly JudgedTalent[]
  /** Aborted when nobody waits for the answer any more; then it rejects. */
  signal?: AbortSignal | undefined
}

export type JudgeAnswer =
  | { kind: 'judged'; verdicts: ReadonlyMap<string, readonly ClaimedVerdict[]> }
  /** The model cannot be asked now. Scores are served without it, and it is asked later. */
  | { kind: 'unavailable' }

export type Judge = {
  /** Names model and prompt: what was judged by one is not taken for the other's. */
  version: string
  /** Whether it makes sense to ask now. */
  isReady(): boolean
  judge(request: JudgeRequest): Promise<JudgeAnswer>
}
