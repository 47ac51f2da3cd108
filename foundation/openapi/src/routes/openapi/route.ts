import { defineRoute } from '@gatehouse/http/define-route'
import { z } from 'zod'

/** The document is complete only when all routes are known, so it is read on each request. */
export function openApiRoute(path: string, readDocument: () => string) {
  return defineRoute({
    method: 'GET',
    path,
    statuses: [200],
    isQuiet: true,
    isShared: true,
    docs: {
      summary: 'Return this API as an OpenAPI 3.1 document',
      tag: 'Documentation',
      answer: z.looseObject({ openapi: z.literal('3.1.1') }),
    },
    async handle(_request, reply) {
      return reply.header('content-type', 'application/json; charset=utf-8').send(readDocument())
    },
  })
}
