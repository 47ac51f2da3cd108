import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export type CatalogMetrics = { recordLoad(version: bigint, problems: number): void }

export function createCatalogMetrics(metrics: Metrics, ageMs: () => number): CatalogMetrics {
  const registers = [metrics]
  const version = new Gauge({
    name: 'gatehouse_model_catalog_version',
    help: 'Version of the model catalog that this process uses; equal in processes that agree',
    registers,
  })
  const problems = new Gauge({
    name: 'gatehouse_model_catalog_problems',
    help: 'Routes left out, and aliases without a route or a price; the log has the details',
    registers,
  })
  metrics.registerMetric(ageGauge(ageMs))
  return {
    recordLoad(loadedVersion, problemCount) {
      version.set(Number(loadedVersion))
      problems.set(problemCount)
    },
  }
}

function ageGauge(ageMs: () => number): Gauge {
  return new Gauge({
    name: 'gatehouse_model_catalog_age_seconds',
    help: 'Time since the database last confirmed that the catalog is current',
    registers: [],
    collect() {
      this.set(ageMs() / 1_000)
    },
  })
}
