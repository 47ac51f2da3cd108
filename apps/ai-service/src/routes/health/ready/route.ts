import { defineRoute } from '@gatehouse/http/define-route'
import type { DependencyChecks } from '@gatehouse/http/dependency-checks'
import { z } from 'zod'
import { type Components, flatReadiness, nestedReadiness, readinessSchema } from '../../../readiness.ts'

export type HealthReadyDeps = {
  checks: DependencyChecks<'database'>
  components: () => Components
  isDraining: () => boolean
}

/**
 * 200 unless the database is unhealthy or the process is shutting down. The answer is nested by default; `?form=flat`
 * selects the flat form.
 */
export function healthReadyRoute({ checks, components, isDraining }: HealthReadyDeps) {
  return defineRoute({
    method: 'GET',
    path: '/health/ready',
    statuses: [200, 503],
    docs: {
      summary: 'Get the status of each component',
      description:
        'A degraded component does not make the service unready. form=flat returns components as status strings.',
      tag: 'Health',
      query: z.object({ form: z.enum(['flat']).optional() }),
      answer: readinessSchema,
      errorStatusesWithAnswer: [503],
      when: { 503: 'The database does not respond, or the process is shutting down' },
    },
    isQuiet: true,
    async handle(request, reply) {
      const { database } = await checks.run()
      const isFlat = (request.query as Record<string, unknown>)['form'] === 'flat'
      const input = { database, components: components(), isDraining: isDraining() }
      const isReady = database.status === 'healthy' && !input.isDraining
      return reply.code(isReady ? 200 : 503).send(isFlat ? flatReadiness(input) : nestedReadiness(input))
    },
  })
}
