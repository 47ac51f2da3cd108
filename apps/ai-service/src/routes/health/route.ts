import { defineRoute } from '@gatehouse/http/define-route'
import { z } from 'zod'

const summaries = {
  '/health': 'Check that the process is alive',
  '/health/live': 'Check that the process is running',
} as const

/**
 * Responds as long as the process runs, and uses nothing that could block. Served at two paths, because both are
 * documented.
 */
export function healthRoute(path: keyof typeof summaries) {
  return defineRoute({
    method: 'GET',
    path,
    statuses: [200],
    docs: {
      summary: summaries[path],
      tag: 'Health',
      answer: z.strictObject({ status: z.literal('healthy') }),
    },
    isQuiet: true,
    handle: async () => ({ status: 'healthy' }),
  })
}
