// Metrics of the inbox: pending events, the age of the oldest, and events that need an operator. They are read on their
// own schedule, so that a scrape does not query the database.
import type { Database } from '@gatehouse/schema/database'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { sql } from 'kysely'
import { Gauge } from 'prom-client'

type Measured = { pending: number; oldest_seconds: number; quarantined: number }

/**
 * Reads the figures and sets the gauges. If they cannot be read the gauges are removed: a stale figure would look
 * healthy.
 */
export function createMeasureInbox(database: Database, metrics: Metrics): () => Promise<void> {
  const createGauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: [], registers: [metrics] })
  const pending = createGauge(
    'gatehouse_payment_events_pending',
    'Payment provider events that are not applied yet',
  )
  const oldest = createGauge(
    'gatehouse_payment_events_oldest_pending_seconds',
    'Age of the oldest event that is not applied yet; 0 if there is none',
  )
  const quarantined = createGauge(
    'gatehouse_payment_events_quarantined',
    'Payment provider events in quarantine, which need an operator',
  )
  return async () => {
    try {
      const measured = await measure(database)
      pending.set(measured.pending)
      oldest.set(measured.oldest_seconds)
      quarantined.set(measured.quarantined)
    } catch (thrown) {
      for (const gauge of [pending, oldest, quarantined]) gauge.remove()
      throw thrown
    }
  }
}

async function measure(database: Database): Promise<Measured> {
  const { rows } = await sql<Measured>`
    select w.pending, w.oldest_seconds,
           (select count(*)::integer from provider_events where status = 'QUARANTINED') as quarantined
      from (select count(*)::integer as pending,
                   coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest_seconds
              from provider_events where status in ('RECEIVED', 'PARKED')) w`.execute(database)
  return rows[0] ?? { pending: 0, oldest_seconds: 0, quarantined: 0 }
}
