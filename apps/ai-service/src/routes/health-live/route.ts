import { defineRoute } from '@gatehouse/http/define-route'

/** Static: it answers while the process runs, and touches nothing that could make it wait. */
export function healthLiveRoute() {
  return defineRoute({
    method: 'GET',
    path: '/health/live',
    statuses: [200],
    isQuiet: true,
    handle: async () => ({ status: 'healthy' }),
  })
}
