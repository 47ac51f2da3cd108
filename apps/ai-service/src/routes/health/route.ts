import { defineRoute } from '@gatehouse/http/define-route'
import { z } from 'zod'

export function healthRoute() {
  return defineRoute({
    method: 'GET',
    path: '/health',
    statuses: [200],
    docs: {
      summary: 'Check that the process is alive',
      tag: 'Health',
      answer: z.strictObject({ status: z.literal('healthy') }),
    },
    isQuiet: true,
    handle: async () => ({ status: 'healthy' }),
  })
}
