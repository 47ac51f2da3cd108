import type { FinishedCall } from '@gatehouse/calls/call'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { AccountState, BatchOutcome, CallStatus } from '../batch-outcome.ts'
import type { ChargedCall } from '../give-back.ts'
import type { LaneMarks } from './delivery-marks.ts'

export type Settled =
  | ({ kind: 'settled' } & AccountState)
  /** Somebody closed the call before: another process, the reaper, or an earlier attempt of ours. */
  | { kind: 'known'; status: CallStatus }

export type SettlerDeps = {
  clock: Clock
  /** Spreads the retries of lanes that failed together. */
  random: () => number
  logger: Logger
  metrics: Metrics
  /** Names this process in the ledger; no other process may ever have had it. */
  processId: string
  /** Gives the function that settles the whole batch and writes the marks in one transaction, and resolves after COMMIT. */
  prepareBatch: (calls: readonly FinishedCall[]) => (marks: LaneMarks) => Promise<BatchOutcome>
  /** Writes the marks of a lane that has nothing to settle. */
  writeMarks: (marks: LaneMarks) => Promise<unknown>
  /** Returns a charge whose caller was told that there was none. Repeatable. */
  giveBack: (charge: ChargedCall) => Promise<unknown>
  /**
   * Told of every batch that is durable, to release holds and refresh cached balances. Not among the calls are those
   * whose charge has to be given back first. Must not throw.
   */
  onBatch?: (calls: readonly FinishedCall[], accounts: readonly AccountState[]) => void
  /** Told of a call that was closed before, or was given back: its hold must go too. Must not throw. */
  onKnown?: (call: FinishedCall) => void
}

export type SettlerLimits = {
  /** Batches that may be on their way at once. Few calls share one lane; under load a company keeps to its own. */
  lanes: number
  batchSizeMax: number
  /** Calls that may wait, over all lanes; beyond it `settle` refuses at once. */
  queueLengthMax: number
  /** How long a caller waits for its charge before it is told that there is none. */
  deadlineMs: number
  /** Bytes of answers to be stored that may wait, of one company and in all; beyond it a charge goes without its answer. */
  companyAnswerBytesMax: number
  answerBytesMax: number
}

export const defaultSettlerLimits: SettlerLimits = {
  lanes: 4,
  batchSizeMax: 1_000,
  queueLengthMax: 20_000,
  deadlineMs: 5_000,
  companyAnswerBytesMax: 4 * 1024 * 1024,
  answerBytesMax: 16 * 1024 * 1024,
}
