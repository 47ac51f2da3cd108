/** A claim of the README with the measurement that shows it. */
export type Proof = {
  /** The file is `<name>.proof.ts`. */
  name: string
  /** One line, as `pnpm prove --list` shows it. */
  claim: string
  bar: string
  run(context: ProofContext): Promise<ProofResult>
}

export type ProofContext = {
  /** CI's form: the same measurement at a smaller size. */
  isShort: boolean
  /** What is happening now, for whoever waits. */
  progress(text: string): void
}

type ProofResult = { figure: string; isPassed: boolean }
