// Exports how many calls wait for a decision about their charge. Read once a minute and not when metrics are scraped,
// because metrics are needed most while the database does not respond.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Clock } from '@gatehouse/runtime/clock'
import { startPeriodicJob } from '@gatehouse/runtime/periodic-job'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'
import { readParkedState } from './parked-calls.ts'

export type ParkedCallsWatchDeps = { clock: Clock; metrics: Metrics; postgres: Queryable }

const everyMs = 60_000

export function watchParkedCalls({ clock, metrics, postgres }: ParkedCallsWatchDeps): {
  close(): Promise<void>
} {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics] })
  const count = gauge('gatehouse_parked_calls', 'Answered calls that wait for a decision about their charge')
  const oldest = gauge(
    'gatehouse_parked_calls_oldest_seconds',
    'Age of the oldest call that waits for a decision',
  )

  async function read(): Promise<void> {
    // If the state cannot be read, the last figures are kept: waiting calls keep waiting.
    const state = await readParkedState(postgres).catch(() => undefined)
    if (!state) return
    count.set(state.count)
    oldest.set(state.oldestAgeSeconds)
  }

  return startPeriodicJob(clock, { everyMs, run: read })
}
