import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Gauge } from 'prom-client'

/** Counted as plain numbers and handed over when somebody looks: counting must not cost more than answering. */
export type RingCounts = {
  answers: Record<AnswerSource, number>
  live(): number
  refused(): number
  statements(): number
}

/** Where an answer came from: memory, the database, or the look of what was presented. */
export type AnswerSource = 'memory' | 'database' | 'malformed' | 'unavailable'

export function registerRingMetrics(metrics: Metrics, counts: RingCounts): void {
  metrics.registerMetric(answersCounter(counts))
  metrics.registerMetric(statementsCounter(counts))
  metrics.registerMetric(memoryGauge(counts))
}

function answersCounter({ answers }: RingCounts): Counter<'source'> {
  return new Counter({
    name: 'gatehouse_key_answers_total',
    help: 'Answers to whose key was presented, by where they came from',
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
    help: 'Statements in which keys were read from the database',
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
    help: 'Keys about which this process remembers the answer',
    labelNames: ['answer'],
    registers: [],
    collect() {
      this.set({ answer: 'live' }, live())
      this.set({ answer: 'refused' }, refused())
    },
  })
}
