import { defineRoute } from '../../define-route.ts'
import type { DependencyChecks } from '../../dependency-checks.ts'

/** Liveness with details: 200 while the process runs, even when a dependency does not respond. */
export function healthRoute(deps: { checks: DependencyChecks<'database' | 'cache'> }) {
  return defineRoute({
    method: 'GET',
    path: '/health',
    statuses: [200],
    isQuiet: true,
    async handle() {
      const { database, cache } = await deps.checks.run()
      const isHealthy = database.status === 'healthy' && cache.status === 'healthy'
      return {
        status: isHealthy ? 'healthy' : 'degraded',
        checks: {
          database: { status: database.status, latency_ms: database.latencyMs },
          cache: { status: cache.status, latency_ms: cache.latencyMs },
        },
      }
    },
  })
}
