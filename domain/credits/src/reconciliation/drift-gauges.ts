import type { Clock } from '@gatehouse/runtime/clock'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'
import { type Invariant, invariantIds } from './invariant.ts'
import { type ReconciliationReport, countDriftingAccounts } from './reconciliation-report.ts'

export type DriftGauges = { record(outcomes: ReconciliationReport['outcomes']): void }

export function createDriftGauges(clock: Pick<Clock, 'wallMs'>, metrics: Metrics): DriftGauges {
  const drift = new Gauge({
    name: 'gatehouse_ledger_drift',
    help: 'Accounts that break the invariant, as of the last reconciliation; absent if it was not checked',
    labelNames: ['invariant'],
    registers: [metrics],
  })
  const reconciledAt = new Gauge({
    name: 'gatehouse_ledger_reconciled_timestamp_seconds',
    help: 'When the last reconciliation of all accounts ended',
    registers: [metrics],
  })

  function record(invariant: Invariant, outcome: ReconciliationReport['outcomes'][Invariant]): void {
    // A number from an earlier run would say that all is well now.
    if (outcome.kind === 'not_checked') drift.remove({ invariant })
    else drift.set({ invariant }, countDriftingAccounts(outcome.drifts))
  }

  return {
    record(outcomes) {
      for (const invariant of invariantIds) record(invariant, outcomes[invariant])
      reconciledAt.set(clock.wallMs() / 1_000)
    },
  }
}
