import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export function createRedisUsedGauge(metrics: Metrics): Gauge {
  const gauge = new Gauge({
    name: 'gatehouse_limits_redis_used',
    help: '1 while limits are decided in Redis, 0 while Postgres and this process decide',
    registers: [metrics],
  })
  gauge.set(1)
  return gauge
}
