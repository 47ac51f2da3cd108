// What the last reconciliation found, for alerts. Read from its report and not remembered by the process that did it: every
// replica exports the same, whichever of them is scraped, restarted or gone.
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
    // If it cannot be read, the last figures stay; their age is told with them.
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
    help: 'When the last reconciliation of all accounts ended; 0 if there was none',
    registers: [metrics],
  })
  return {
    show({ endedAt, drifting }: LastReport): void {
      for (const invariant of invariantIds) {
        const accounts = drifting[invariant]
        // A number from an earlier run would say that all is well now.
        if (accounts === undefined) drift.remove({ invariant })
        else drift.set({ invariant }, accounts)
      }
      reconciledAt.set(endedAt.getTime() / 1_000)
    },
  }
}
