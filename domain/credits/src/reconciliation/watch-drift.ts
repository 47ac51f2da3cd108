// Exports the result of the last reconciliation for alerts. It is read from the stored report and not from the memory
// of the process that ran it, so that every replica exports the same, even if one is restarted or gone.
import type { Clock } from '@gatehouse/runtime/clock'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'
import { invariantIds } from './invariant.ts'
import type { LastReport } from './reconciliation-report.ts'

export type DriftWatchDeps = {
  clock: Clock
  metrics: Metrics
  readReport: () => Promise<LastReport | undefined>
}

const everyMs = 10_000

export function watchDrift({ clock, metrics, readReport }: DriftWatchDeps): { close(): Promise<void> } {
  const gauges = createDriftGauges(metrics)

  async function refresh(): Promise<void> {
    // If the report cannot be read, the last figures are kept; their age is exported with them.
    const report = await readReport().catch(() => undefined)
    if (report) gauges.show(report)
  }

  return startPeriodicJob(clock, { everyMs, run: refresh })
}

function createDriftGauges(metrics: Metrics) {
  const drift = new Gauge({
    name: 'gatehouse_ledger_drift',
    help: 'Accounts that break the invariant, as of the last reconciliation; absent if it was not checked',
    labelNames: ['invariant'],
    registers: [metrics],
  })
  const reconciledAt = new Gauge({
    name: 'gatehouse_ledger_reconciled_timestamp_seconds',
    help: 'End of the last reconciliation of all accounts; 0 if there was none',
    registers: [metrics],
  })
  return {
    show({ endedAt, drifting }: LastReport): void {
      for (const invariant of invariantIds) {
        const accounts = drifting[invariant]
        // The invariant was not checked: remove the figure of an earlier run, which would suggest that all is well now.
        if (accounts === undefined) drift.remove({ invariant })
        else drift.set({ invariant }, accounts)
      }
      reconciledAt.set(endedAt.getTime() / 1_000)
    },
  }
}
