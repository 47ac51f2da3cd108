import { defineRoute } from '@gatehouse/http/define-route'
import type { DependencyChecks } from '@gatehouse/http/dependency-checks'
import { type Components, flatReadiness, nestedReadiness } from '../../readiness.ts'
import { z } from 'zod'
import { readinessSchema } from '../../readiness-schema.ts'

export type HealthReadyDeps = {
  checks: DependencyChecks<'database'>
  components: () => Components
  isDraining: () => boolean
}

/** 200 unless the database is unhealthy or the process is leaving; `?form=flat` gives the second form. */
export function healthReadyRoute({ checks, components, isDraining }: HealthReadyDeps) {
  return defineRoute({
    method: 'GET',
    path: '/health/ready',
    statuses: [200, 503],
    docs: {
      summary: 'Tell how each component fares',
      description:
        'A degraded component does not take the service down. form=flat gives components as status strings.',
      tag: 'Health',
      query: z.object({ form: z.enum(['flat']).optional() }),
      answer: readinessSchema,
      answeredAlsoAt: [503],
      when: { 503: 'The database does not answer, or the process is about to end' },
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
