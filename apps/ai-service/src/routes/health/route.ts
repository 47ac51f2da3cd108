import { defineRoute } from '@gatehouse/http/define-route'

export function healthRoute() {
  return defineRoute({
    method: 'GET',
    path: '/health',
    statuses: [200],
    isQuiet: true,
    handle: async () => ({ status: 'healthy' }),
  })
}
