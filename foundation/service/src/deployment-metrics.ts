// What is deployed: the release that this process runs, and the schema that its database has.
import type { Queryable } from '@gatehouse/postgres/create-postgres'
import type { Metrics } from '@gatehouse/telemetry/create-metrics'
import { Gauge } from 'prom-client'

export function createDeploymentMetrics(metrics: Metrics, release: string, postgres: Queryable): void {
  const registers = [metrics]
  new Gauge({
    name: 'gatehouse_build_info',
    help: 'Always 1; the labels name the release and the version of Node.js',
    labelNames: ['release', 'node'],
    registers,
  }).set({ release, node: process.versions.node }, 1)
  const schemaVersion = new Gauge({
    name: 'gatehouse_schema_version',
    help: 'Number of the newest migration in the database; absent while the database cannot be read',
    registers,
    async collect() {
      schemaVersion.remove()
      const version = await readSchemaVersion(postgres).catch(() => undefined)
      if (version !== undefined) schemaVersion.set(version)
    },
  })
}

async function readSchemaVersion(postgres: Queryable): Promise<number | undefined> {
  const { rows } = await postgres.query<{ version: number }>(
    'select max(version) as version from schema_migrations',
  )
  return rows[0]?.version
}
