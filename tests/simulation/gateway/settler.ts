// The group commit as a gateway process uses it, independent of its implementation.
import type { FinishedCall } from '@gatehouse/calls/call'
import { type Coroutine, waitFor } from '../engine/coroutine.ts'
import type { Faults } from '../engine/faults.ts'
import type { Scheduler } from '../engine/scheduler.ts'
import type { AppliedBatch } from '../ledger/apply-batch.ts'
import type { LedgerCallStatus } from '../ledger/ledger.ts'
import type { PlantedBug } from '../planted-bug.ts'
import type { SimulatedPostgres } from '../servers/simulated-postgres.ts'
import type { Incarnation } from './incarnation.ts'

export type SettleEnd =
  | { kind: 'settled' }
  | { kind: 'known'; status: LedgerCallStatus }
  /**
   * The settlement was not committed in time, or the queue is full. The client is informed that there is no charge; a
   * charge that was committed after all is refunded.
   */
  | { kind: 'rejected' }

export type Settler = { settle(call: FinishedCall, onEnd: (end: SettleEnd) => void): void }

export type SettledBatch = Extract<AppliedBatch, { kind: 'settled' }>

export type SettlerDeps = {
  scheduler: Scheduler
  faults: Faults
  postgres: SimulatedPostgres
  host: Incarnation
  bug: PlantedBug | undefined
  onBatch: (calls: readonly FinishedCall[], accounts: SettledBatch['accounts']) => void
}

export const settleDeadlineMs = 5_000
export const settleQueueMax = 8

export function settle(settler: Settler, call: FinishedCall): Coroutine<SettleEnd> {
  return waitFor<SettleEnd>((resume) => settler.settle(call, resume))
}
