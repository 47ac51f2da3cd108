import { Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = Registry

/** Creates a separate registry, so that two services in one test process do not share counters. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  collectDefaultMetrics({ register: registry })
  return registry
}
