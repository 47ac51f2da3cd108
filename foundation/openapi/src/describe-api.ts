// Describes the routes of a service as an OpenAPI 3.1 document. Routes are data, so the document cannot disagree with
// them: paths, methods and statuses are read from the routes, and the schemas are those with which handlers parse
// queries and bodies.
import { STATUS_CODES } from 'node:http'
import type { Route } from '@gatehouse/http/define-route'
import type { z } from 'zod'
import { curlSample } from './curl-sample.ts'
import {
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiParameter,
  composeDocument,
  errorReference,
  pathParameters,
  queryParameters,
} from './openapi-document.ts'
import { toJsonSchema } from './to-json-schema.ts'

export type ApiDescription = {
  title: string
  version: string
  description: string
  routes: readonly Route[]
  /** The shape of every error body. */
  error: { contentType: string; schema: z.ZodType }
  /** Which routes need a bearer token, and how to get one. */
  bearer?: { description: string; isNeeded: (route: Route) => boolean }
}

type OpenApiOperation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: OpenApiParameter[]
  requestBody?: { required: true; content: OpenApiContent }
  responses: Record<string, { description: string; content?: OpenApiContent }>
  security?: Record<string, never[]>[]
}

type OpenApiContent = Record<string, { schema: JsonSchema }>

export function describeApi(api: ApiDescription): OpenApiDocument<OpenApiOperation> {
  const { title, version, description, routes } = api
  const frame = {
    info: { title, version, description },
    tags: [...new Set(routes.map(tagOf))],
    bearer: api.bearer?.description,
    error: toJsonSchema(api.error.schema, 'output'),
  }
  return composeDocument(frame, routes, (route, path) => describeRoute(api, route, path))
}

const tagOf = (route: Route) => route.docs?.tag ?? 'Other'

function describeRoute(api: ApiDescription, route: Route, path: string): OpenApiOperation {
  const { docs } = route
  return {
    operationId: operationIdOf(route),
    summary: docs?.summary ?? `${route.method} ${route.path}`,
    description: describeWithSample(api, route, path),
    tags: [tagOf(route)],
    parameters: [
      ...pathParameters(path),
      ...(docs?.query ? queryParameters(toJsonSchema(docs.query, 'input')) : []),
    ],
    ...(docs?.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toJsonSchema(docs.body, 'input') } },
          },
        }
      : {}),
    responses: Object.fromEntries(
      route.statuses.map((status) => [String(status), describeStatus(api, route, status)]),
    ),
    ...(api.bearer?.isNeeded(route) ? { security: [{ bearer: [] }] } : {}),
  }
}

function describeWithSample({ bearer }: ApiDescription, route: Route, path: string): string {
  const needsBearer = bearer?.isNeeded(route) ?? false
  const sample = curlSample({ method: route.method, path, needsBearer })
  return route.docs?.description === undefined ? sample : `${route.docs.description}\n\n${sample}`
}

function describeStatus(api: ApiDescription, { docs }: Route, status: number) {
  const description = docs?.when?.[status] ?? STATUS_CODES[status] ?? String(status)
  if (status >= 400 && !docs?.errorStatusesWithAnswer?.includes(status))
    return { description, content: { [api.error.contentType]: { schema: errorReference } } }
  if (!docs?.answer) {
    const type = docs?.answerContentType
    return type === undefined ? { description } : { description, content: { [type]: { schema: {} } } }
  }
  const type = docs.answerContentType ?? 'application/json'
  return { description, content: { [type]: { schema: toJsonSchema(docs.answer, 'output') } } }
}

/** `GET /monitoring/app-logs` → `getMonitoringAppLogs`. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
