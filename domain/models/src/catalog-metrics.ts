import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export type CatalogMetrics = { recordLoad(version: bigint, problems: number): void }

export function createCatalogMetrics(metrics: Metrics, ageMs: () => number): CatalogMetrics {
  const registers = [metrics]
  const version = new Gauge({
    name: 'gatehouse_model_catalog_version',
    help: 'The version of the catalog of models that this process uses; processes that agree show the same',
    registers,
  })
  const problems = new Gauge({
    name: 'gatehouse_model_catalog_problems',
    help: 'Routes left out and aliases without a route or a price; the log says which',
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
    help: 'Since the database last said that the catalog is the current one',
    registers: [],
    collect() {
      this.set(ageMs() / 1_000)
    },
  })
}
