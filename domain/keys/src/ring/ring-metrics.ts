import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Gauge } from 'prom-client'

/**
 * Counts are plain numbers that are converted when metrics are scraped, because counting must cost less than a lookup.
 */
export type RingCounts = {
  answers: Record<AnswerSource, number>
  live(): number
  refused(): number
  statements(): number
}

/**
 * What decided about a presented key: memory, the database, or its form alone (`malformed`). `unavailable`: it could
 * not be looked up.
 */
export type AnswerSource = 'memory' | 'database' | 'malformed' | 'unavailable'

export function registerRingMetrics(metrics: Metrics, counts: RingCounts): void {
  metrics.registerMetric(answersCounter(counts))
  metrics.registerMetric(statementsCounter(counts))
  metrics.registerMetric(memoryGauge(counts))
}

function answersCounter({ answers }: RingCounts): Counter<'source'> {
  return new Counter({
    name: 'gatehouse_key_answers_total',
    help: 'Lookups of presented keys, by the source of the result',
    labelNames: ['source'],
    registers: [],
    collect() {
      this.reset()
      for (const [source, count] of Object.entries(answers)) this.inc({ source }, count)
    },
  })
}

function statementsCounter({ statements }: RingCounts): Counter {
  return new Counter({
    name: 'gatehouse_key_statements_total',
    help: 'Statements that read keys from the database',
    registers: [],
    collect() {
      this.reset()
      this.inc(statements())
    },
  })
}

function memoryGauge({ live, refused }: RingCounts): Gauge<'answer'> {
  return new Gauge({
    name: 'gatehouse_keys_in_memory',
    help: 'Keys that this process has in memory',
    labelNames: ['answer'],
    registers: [],
    collect() {
      this.set({ answer: 'live' }, live())
      this.set({ answer: 'refused' }, refused())
    },
  })
}
