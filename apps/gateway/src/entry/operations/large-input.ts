import type { FaultDetails } from '@gatehouse/runtime/fault'

/** The input of an operation that a worker thread has validated, because it is large. */
export class LargeInput {
  readonly outcome: LargeInputOutcome

  constructor(outcome: LargeInputOutcome) {
    this.outcome = outcome
  }
}

export type LargeInputOutcome =
  | { kind: 'invalid'; fault: FaultDetails }
  /** The bytes that the input stands for, if the operation takes bytes. */
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'value'; value: unknown }
