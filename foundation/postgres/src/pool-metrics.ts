// How busy the pools of this process are, and why their connections failed. After a failover of Postgres the failures
// show when it began and when it was over.
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Counter, Gauge } from 'prom-client'
import type { StatementFailure } from './faults/connection-fault.ts'

export type PoolCounts = { total: number; idle: number; waiting: number; max: number }

/** `connect`: no connection could be opened, or none was free in time. `idle`: a connection broke while unused. */
export type ConnectionFailure = Exclude<StatementFailure, 'mistake'> | 'connect' | 'idle'

export type PoolMetrics = { recordFailure(cause: ConnectionFailure): void }

export const noPoolMetrics: PoolMetrics = { recordFailure() {} }

const gaugeName = 'gatehouse_postgres_connections'
const counterName = 'gatehouse_postgres_failures_total'

/** All pools of a process share two metrics, labelled with the pool. */
export function createPoolMetrics(metrics: Metrics, pool: string, counts: () => PoolCounts): PoolMetrics {
  const gauge = metrics.getSingleMetric(gaugeName) ?? new PoolGauge(metrics)
  if (gauge instanceof PoolGauge) gauge.pools.set(pool, counts)
  const counter = metrics.getSingleMetric(counterName) ?? createFailureCounter(metrics)
  return {
    recordFailure(cause) {
      if (counter instanceof Counter) counter.labels(pool, cause).inc()
    },
  }
}

class PoolGauge extends Gauge {
  readonly pools = new Map<string, () => PoolCounts>()

  constructor(metrics: Metrics) {
    super({
      name: gaugeName,
      help: 'Connections of each pool by state; `waiting` counts callers that wait for one, `max` is the limit',
      labelNames: ['pool', 'state'],
      registers: [metrics],
      collect: () => this.#read(),
    })
  }

  #read(): void {
    for (const [pool, counts] of this.pools) {
      const { total, idle, waiting, max } = counts()
      for (const [state, value] of Object.entries({ idle, busy: total - idle, waiting, max }))
        this.set({ pool, state }, value)
    }
  }
}

function createFailureCounter(metrics: Metrics): Counter {
  return new Counter({
    name: counterName,
    help: 'Statements and connections that failed because of the database or the way to it',
    labelNames: ['pool', 'cause'],
    registers: [metrics],
  })
}
