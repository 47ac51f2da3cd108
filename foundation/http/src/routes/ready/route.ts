import { defineRoute } from '../../define-route.ts'
import type { DependencyChecks } from '../../dependency-checks.ts'

/** Whether to send traffic here: the database responds and the process is not draining. */
export function readyRoute(deps: { checks: DependencyChecks<'database'>; isDraining: () => boolean }) {
  return defineRoute({
    method: 'GET',
    path: '/ready',
    statuses: [200, 503],
    isQuiet: true,
    async handle(_request, reply) {
      if (deps.isDraining()) return reply.code(503).send({ status: 'draining' })
      const { database } = await deps.checks.run()
      const isReady = database.status === 'healthy'
      return reply
        .code(isReady ? 200 : 503)
        .send({ status: isReady ? 'ready' : 'not_ready', checks: { database: database.status } })
    },
  })
}
