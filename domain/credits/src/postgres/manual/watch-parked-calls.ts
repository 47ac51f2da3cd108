// How many calls wait for a person to decide what they cost. Read once a minute and not when metrics are scraped, because
// metrics are needed most while the database does not answer.
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
  const oldest = gauge('gatehouse_parked_calls_oldest_seconds', 'How long the oldest of them has waited')

  async function read(): Promise<void> {
    // If it cannot be read, the last figures stay: a call that waits does not stop waiting.
    const state = await readParkedState(postgres).catch(() => undefined)
    if (!state) return
    count.set(state.count)
    oldest.set(state.oldestAgeSeconds)
  }

  return startPeriodicJob(clock, { everyMs, run: read })
}
