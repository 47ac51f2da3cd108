import { defineRoute } from '@gatehouse/http/define-route'
import type { DependencyChecks } from '@gatehouse/http/dependency-checks'
import { z } from 'zod'
import { poolSchema } from '../../../readiness.ts'

export type HealthDatabaseDeps = {
  checks: DependencyChecks<'database'>
  postgres: { counts(): { total: number; idle: number; waiting: number; max: number } }
}

export function healthDatabaseRoute({ checks, postgres }: HealthDatabaseDeps) {
  return defineRoute({
    method: 'GET',
    path: '/health/database',
    statuses: [200, 503],
    docs: {
      summary: 'Check the database and get the state of the connection pool',
      tag: 'Health',
      answer: z.strictObject({
        status: z.enum(['healthy', 'unhealthy']),
        latency_ms: z.number(),
        pool: poolSchema,
      }),
      errorStatusesWithAnswer: [503],
      when: { 503: 'The database does not respond' },
    },
    isQuiet: true,
    async handle(_request, reply) {
      const { database } = await checks.run()
      return reply
        .code(database.status === 'healthy' ? 200 : 503)
        .send({ status: database.status, latency_ms: database.latencyMs, pool: postgres.counts() })
    },
  })
}
