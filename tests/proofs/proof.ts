/** A claim with the measurement that backs it. */
export type Proof = PushProof | DailyProof | NightProof

/** Its short form decides right or wrong within some ten seconds, so `.ci/run` runs it on every push. */
type PushProof = ProofBase & { tier: 'push' }

/** Its short form decides right or wrong, but takes longer than a push allows. `.ci/night` runs it. */
type DailyProof = ProofBase & { tier: 'daily' }

/** It measures time or scale, which only the long form on a quiet machine can judge. */
export type NightProof = ProofBase & {
  tier: 'night'
  /** Runs the load tools at a small size for a second or two, and throws if they do not work. Judges no figure. */
  tryTools(scope: AsyncDisposableStack): Promise<void>
}

type ProofBase = {
  /** The file is `<name>.proof.ts`. */
  name: string
  /** One line, as `pnpm prove --list` shows it. */
  claim: string
  bar: string
  run(context: ProofContext): Promise<ProofResult>
}

export type ProofContext = {
  /** The form that `.ci/run` uses for proofs of the tier `push`: the same measurement at a smaller size. */
  isShort: boolean
  /** Prints a line on the current step, for the person who waits for the result. */
  progress(text: string): void
}

/** `not measured`: the data or a tool is missing, so there is nothing to judge. That never counts as passed. */
export type ProofResult =
  | { outcome: 'passed'; figure: string }
  | { outcome: 'failed'; figure: string }
  | { outcome: 'not measured'; reason: string }

export function judged({ figure, isPassed }: { figure: string; isPassed: boolean }): ProofResult {
  return { outcome: isPassed ? 'passed' : 'failed', figure }
}

export function notMeasured(reason: string): ProofResult {
  return { outcome: 'not measured', reason }
}
