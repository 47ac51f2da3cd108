import type { FinishedCall } from '@gatehouse/calls/call'
import type { Clock } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { ChargedCall } from '../transfer.ts'
import type { LaneMarks, LateDeliveries } from './delivery-marks.ts'

export type Settled =
  | ({ kind: 'settled' } & AccountState)
  /** The call was already closed by another process, the reaper, or an earlier attempt of this process. */
  | { kind: 'known'; status: CallStatus }

export type SettlerDeps = {
  clock: Clock
  /** Spreads the retries of lanes that failed together. */
  random: () => number
  logger: Logger
  metrics: Metrics
  /** Identifies this process in the ledger; must never be reused. */
  processId: string
  /**
   * Returns the function that settles the whole batch and writes the marks in one transaction; it resolves after
   * COMMIT.
   */
  prepareBatch: (calls: readonly FinishedCall[]) => (marks: LaneMarks) => Promise<BatchOutcome>
  /** Writes the marks of a lane that has nothing to settle. */
  writeMarks: (marks: LaneMarks) => Promise<unknown>
  /** Records calls that were delivered and that the rows of their lanes still name. */
  writeDeliveries: (deliveries: LateDeliveries) => Promise<unknown>
  /** Returns the charge of a call whose caller was informed that it is not charged. Idempotent. */
  giveBack: (charge: ChargedCall) => Promise<unknown>
  /**
   * Called for every durable batch, to release holds and refresh cached balances. Excludes calls whose charge must be
   * given back first. Must not throw.
   */
  onBatch?: (calls: readonly FinishedCall[], accounts: readonly AccountState[]) => void
  /**
   * Called for a call that was already closed, or whose charge was given back: its hold must be released too. Must not
   * throw.
   */
  onKnown?: (call: FinishedCall) => void
}

export type SettlerLimits = {
  /**
   * Number of batches that may be in flight, one per lane. While few calls are pending, all share one lane; under load
   * each company always uses the same lane.
   */
  lanes: number
  batchSizeMax: number
  /** Number of calls that may wait in all lanes; beyond that `settle` rejects immediately. */
  queueLengthMax: number
  /** How long a call waits for its charge before it is rejected as not charged. */
  deadlineMs: number
  /**
   * Bytes of answers that may wait to be stored, per company and in total; beyond that a charge is made without its
   * answer.
   */
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

/** One connection for each lane, one for large answers, and one to record deliveries while all of them are in use. */
export const settlementConnections = defaultSettlerLimits.lanes + 2

/** The ledger's reply to a batch of calls. */
export type BatchOutcome =
  /** The batch is durable; contains the new balance of each company in it. */
  | { kind: 'settled'; accounts: readonly AccountState[] }
  /** Nothing was changed, because these calls were already closed. */
  | { kind: 'known'; calls: readonly KnownCall[] }

export type AccountState = { companyId: string; balanceMicros: bigint; version: bigint }

export type CallStatus = 'SUCCEEDED' | 'FAILED' | 'PARKED'

/** `isOwn` is true if the lane that sent this batch had already charged the call in a batch whose reply was lost. */
export type KnownCall = { id: string; status: CallStatus; isOwn: boolean }
