import { defineRoute } from '../../define-route.ts'

/** The load balancer's target: no checks, 503 only while draining. */
export function healthzRoute(deps: { isDraining: () => boolean }) {
  return defineRoute({
    method: 'GET',
    path: '/healthz',
    statuses: [200, 503],
    isQuiet: true,
    async handle(_request, reply) {
      const isDraining = deps.isDraining()
      return reply
        .code(isDraining ? 503 : 200)
        .header('content-type', 'text/plain; charset=utf-8')
        .send(isDraining ? 'draining' : 'ok')
    },
  })
}
