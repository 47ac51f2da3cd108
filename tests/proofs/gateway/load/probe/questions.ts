import type { LoopReport } from './loop-watch.ts'

/** What a proof may ask of the process it measures. */
export type ProbeAnswers = {
  startAllocations: void
  /** Bytes allocated on the JavaScript heap since `startAllocations`. */
  stopAllocations: number
  /** Asked with the milliseconds between two ticks. */
  startLoop: void
  /** What held up the event loop since `startLoop`. */
  stopLoop: LoopReport
}

export type ProbeQuestion = keyof ProbeAnswers
