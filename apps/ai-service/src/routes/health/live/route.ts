import { defineRoute } from '@gatehouse/http/define-route'
import { z } from 'zod'

/** Responds while the process runs, and uses nothing that could block. */
export function healthLiveRoute() {
  return defineRoute({
    method: 'GET',
    path: '/health/live',
    statuses: [200],
    docs: {
      summary: 'Check that the process is running',
      tag: 'Health',
      answer: z.strictObject({ status: z.literal('healthy') }),
    },
    isQuiet: true,
    handle: async () => ({ status: 'healthy' }),
  })
}
