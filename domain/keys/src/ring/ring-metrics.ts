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
  rows(): number
  questions(): number
}

/**
 * What decided about a presented key: memory, the database, or its form alone (`malformed`). `unavailable`: it could
 * not be looked up.
 */
export type AnswerSource = 'memory' | 'database' | 'malformed' | 'unavailable'

export function registerRingMetrics(metrics: Metrics, counts: RingCounts): void {
  metrics.registerMetric(answersCounter(counts))
  for (const counter of readCounters(counts)) metrics.registerMetric(counter)
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

function readCounters({ statements, rows, questions }: RingCounts): Counter[] {
  const counters = [
    ['gatehouse_key_statements_total', 'Statements that read keys from the database', statements],
    ['gatehouse_key_rows_total', 'Keys read from the database', rows],
    ['gatehouse_key_change_reads_total', 'Questions to the database which keys have changed', questions],
  ] as const
  return counters.map(
    ([name, help, read]) =>
      new Counter({
        name,
        help,
        registers: [],
        collect() {
          this.reset()
          this.inc(read())
        },
      }),
  )
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
