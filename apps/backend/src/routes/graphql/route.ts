import { type HttpRequest, type Route, defineRoute } from '@gatehouse/http/define-route'
import { respondToFault } from '@gatehouse/http/fault-response'
import { parseBearerToken } from '@gatehouse/runtime/bearer-token'
import type { Fault } from '@gatehouse/runtime/fault'
import { GraphQLError } from 'graphql'
import { z } from 'zod'
import { createViewer } from '../../graphql/access/viewer.ts'
import { type GraphqlAnswer, executeRequest } from '../../graphql/execute-request.ts'
import { formatError } from '../../graphql/format-error.ts'
import { badRequest } from '../../graphql/graphql-faults.ts'
import type { Graphql } from '../../graphql/open-graphql.ts'
import type { OperationContext } from '../../graphql/operation-context.ts'
import type { RefuseAddress } from '../../limits/open-address-limit.ts'
import { openWebSocket } from '../../graphql/websocket/open-websocket.ts'
import { type LoginCookies, createLoginCookies } from './login-cookies.ts'

const bodyLimitBytes = 100 * 1_024

const requestSchema = z.object({
  query: z.string().min(1),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})

const plainType = 'application/json; charset=utf-8'
const graphqlType = 'application/graphql-response+json'

/** Accepts only POST with JSON: a browser sends that cross-site only after a CORS preflight, which is never granted. */
export function graphqlRoute(graphql: Graphql, refuseAddress: RefuseAddress): Route {
  const { deps } = graphql
  return defineRoute({
    upgrade: openWebSocket(graphql, refuseAddress),
    method: 'POST',
    path: '/graphql',
    statuses: [200, 400, 413, 415, 429],
    bodyLimitBytes,
    async handle(request, reply) {
      const cookies = createLoginCookies(request.headers.cookie)
      const context = createContext(request, cookies, deps)
      const wantsGraphql = request.headers.accept?.includes(graphqlType) ?? false
      const contentType = wantsGraphql ? `${graphqlType}; charset=utf-8` : plainType
      const refusal = await refuseAddress(request.context.clientAddress)
      if (refusal) {
        const { status, headers, body } = respondToFault(refusal, contentType, refuse(refusal, context).body)
        return reply.code(status).headers(headers).send(body)
      }
      const parsed = requestSchema.safeParse(request.body)
      const answer = parsed.success
        ? await executeRequest(graphql, parsed.data, context)
        : refuseBody(request.body, context)
      request.context.addLogFields(describe(answer))
      // As the GraphQL over HTTP specification says: a refused document is a 200 if the client accepts only plain JSON.
      const isBad = answer.kind === 'refused' && (wantsGraphql || !parsed.success)
      for (const cookie of cookies.setCookies()) reply.header('set-cookie', cookie)
      return reply
        .code(isBad ? 400 : 200)
        .headers({ 'content-type': contentType, 'cache-control': 'no-store' })
        .send(JSON.stringify(answer.body))
    },
  })
}

function createContext(
  request: HttpRequest,
  { refreshCookie, deviceCookie }: LoginCookies,
  deps: Graphql['deps'],
): OperationContext {
  const { requestId, clientAddress, logger } = request.context
  const token = parseBearerToken(request.headers.authorization)
  return {
    viewer: createViewer(deps, token),
    deps,
    requestId,
    clientAddress,
    userAgent: request.headers['user-agent'],
    logger,
    refreshCookie,
    deviceCookie,
  }
}

function refuseBody(body: unknown, context: OperationContext): GraphqlAnswer {
  const fault = badRequest(
    Array.isArray(body)
      ? 'Send one operation per request.'
      : 'Send a JSON object with the string query and, if needed, operationName and variables.',
  )
  return refuse(fault, context)
}

function refuse(fault: Fault, context: OperationContext): GraphqlAnswer {
  const error = new GraphQLError('refused', { originalError: fault })
  return { kind: 'refused', body: { errors: [formatError(error, context)] }, fields: [] }
}

function describe({ kind, body, fields }: GraphqlAnswer): Record<string, unknown> {
  const codes = body.errors?.map(({ extensions }) => extensions.fault)
  return { graphql: kind, graphql_fields: fields, ...(codes && { graphql_errors: codes }) }
}
