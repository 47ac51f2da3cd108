import { defineRoute } from '@gatehouse/http/define-route'
import { z } from 'zod'

/** Static: it answers while the process runs, and touches nothing that could make it wait. */
export function healthLiveRoute() {
  return defineRoute({
    method: 'GET',
    path: '/health/live',
    statuses: [200],
    docs: {
      summary: 'Answer while the process runs',
      tag: 'Health',
      answer: z.strictObject({ status: z.literal('healthy') }),
    },
    isQuiet: true,
    handle: async () => ({ status: 'healthy' }),
  })
}
