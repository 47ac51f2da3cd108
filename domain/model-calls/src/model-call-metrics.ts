import type { BreakerState } from '@gatehouse/runtime/circuit-breaker'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Gauge, Histogram } from 'prom-client'

export type ModelCallMetrics = {
  observe(call: {
    alias: string
    outcome: 'answered' | 'failed' | 'refused' | 'abandoned'
    tookMs: number
  }): void
}

const stateNumbers = { closed: 0, 'half-open': 1, open: 2 } as const satisfies Record<BreakerState, number>

export function createModelCallMetrics(
  metrics: Metrics,
  breakerStates: () => Readonly<Record<string, BreakerState>>,
): ModelCallMetrics {
  const registers = [metrics]
  const labelNames = ['alias', 'outcome'] as const
  const calls = new Counter({
    name: 'gatehouse_model_calls_total',
    help: 'Model calls by the platform itself; failed calls count against the breaker, refused ones do not',
    labelNames,
    registers,
  })
  const seconds = new Histogram({
    name: 'gatehouse_model_call_seconds',
    help: 'Duration of model calls by the platform itself, through the gateway',
    labelNames: ['alias'] as const,
    buckets: [0.1, 0.3, 1, 3, 10, 30, 90],
    registers,
  })
  metrics.registerMetric(
    new Gauge({
      name: 'gatehouse_model_breaker_state',
      help: '0 closed, 1 half-open, 2 open',
      labelNames: ['alias'] as const,
      registers: [],
      collect() {
        for (const [alias, state] of Object.entries(breakerStates())) this.set({ alias }, stateNumbers[state])
      },
    }),
  )
  return {
    observe({ alias, outcome, tookMs }) {
      calls.inc({ alias, outcome })
      seconds.observe({ alias }, tookMs / 1_000)
    },
  }
}
