// How the inbox stands, as figures for whoever watches: events that wait, for how long, and those that only a person can
// help. They are read at a pace of their own, so that asking for metrics asks no database.
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import type { Tables } from '@gatehouse/schema/tables'
import { type Kysely, sql } from 'kysely'
import { Gauge } from 'prom-client'

type Measured = { pending: number; oldest_seconds: number; quarantined: number }

/** Reads and shows them. What cannot be read is not shown: an old figure would say that all is well now. */
export function createMeasureInbox(database: Kysely<Tables>, metrics: Metrics): () => Promise<void> {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: [], registers: [metrics] })
  const pending = gauge(
    'gatehouse_payment_events_pending',
    'Events of the payment provider that are not applied yet',
  )
  const oldest = gauge(
    'gatehouse_payment_events_oldest_pending_seconds',
    'For how long the oldest event that is not applied has waited; 0 if none waits',
  )
  const quarantined = gauge('gatehouse_payment_events_quarantined', 'Events that wait for a person')
  return async () => {
    try {
      const measured = await measure(database)
      pending.set(measured.pending)
      oldest.set(measured.oldest_seconds)
      quarantined.set(measured.quarantined)
    } catch (thrown) {
      for (const one of [pending, oldest, quarantined]) one.remove()
      throw thrown
    }
  }
}

async function measure(database: Kysely<Tables>): Promise<Measured> {
  const { rows } = await sql<Measured>`
    select w.pending, w.oldest_seconds,
           (select count(*)::integer from provider_events where status = 'QUARANTINED') as quarantined
      from (select count(*)::integer as pending,
                   coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest_seconds
              from provider_events where status in ('RECEIVED', 'PARKED')) w`.execute(database)
  return rows[0] ?? { pending: 0, oldest_seconds: 0, quarantined: 0 }
}
