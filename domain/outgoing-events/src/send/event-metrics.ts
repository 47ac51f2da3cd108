import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Histogram } from 'prom-client'

export type EventMetrics = { count(outcome: string, durationMs: number): void }

export function createEventMetrics(metrics: Metrics): EventMetrics {
  const registers = [metrics]
  const attempts = new Counter({
    name: 'gatehouse_event_attempts_total',
    help: 'Attempts to deliver outgoing events, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'gatehouse_event_attempt_seconds',
    help: 'Duration of attempts to deliver outgoing events',
    buckets: [0.05, 0.2, 1, 5, 10],
    registers,
  })
  return {
    count(outcome, durationMs) {
      attempts.inc({ outcome })
      seconds.observe(durationMs / 1_000)
    },
  }
}
