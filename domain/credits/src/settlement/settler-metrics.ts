import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Gauge, Histogram } from 'prom-client'

function pendingGauge(pending: () => number): Gauge {
  return new Gauge({
    name: 'gatehouse_settle_pending',
    help: 'Finished calls that are not durable yet',
    registers: [],
    collect() {
      this.set(pending())
    },
  })
}

export function createSettlerMetrics(metrics: Metrics, pending: () => number) {
  const registers = [metrics]
  const duration = new Histogram({
    name: 'gatehouse_settle_batch_duration_seconds',
    help: 'From sending a batch of calls to its COMMIT',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1],
    registers,
  })
  const size = new Histogram({
    name: 'gatehouse_settle_batch_size',
    help: 'Calls that shared a COMMIT',
    buckets: [1, 3, 10, 30, 100, 300, 1_000],
    registers,
  })
  const givenUp = new Counter({
    name: 'gatehouse_settle_given_up_total',
    help: 'Calls whose charge was not durable in time and was therefore not made',
    registers,
  })
  metrics.registerMetric(pendingGauge(pending))
  return {
    givenUp,
    observeBatch(calls: number, tookMs: number) {
      size.observe(calls)
      duration.observe(tookMs / 1_000)
    },
  }
}
