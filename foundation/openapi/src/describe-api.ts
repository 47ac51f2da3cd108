// Describes the routes of a service as an OpenAPI 3.1 document. Routes are data, so the document cannot disagree with
// them: paths, methods and statuses are read from the routes, and the schemas are those with which handlers parse
// queries and bodies.
import { STATUS_CODES } from 'node:http'
import type { Route } from '@gatehouse/http/define-route'
import { z } from 'zod'

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

export type OpenApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes?: Record<string, JsonSchema> }
}

type OpenApiOperation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters: OpenApiParameter[]
  requestBody?: { required: true; content: OpenApiContent }
  responses: Record<string, { description: string; content?: OpenApiContent }>
  security?: Record<string, never[]>[]
}

type OpenApiParameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}
type OpenApiContent = Record<string, { schema: JsonSchema }>
type JsonSchema = Record<string, unknown>

export function describeApi(api: ApiDescription): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const route of api.routes) {
    const path = route.path.replaceAll(parameter, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(api, route) }
  }
  const tags = new Set(api.routes.map(tagOf))
  const { title, version, description } = api
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: toJsonSchema(api.error.schema, 'output') },
      ...(api.bearer
        ? {
            securitySchemes: {
              bearer: { type: 'http', scheme: 'bearer', description: api.bearer.description },
            },
          }
        : {}),
    },
  }
}

const parameter = /:([A-Za-z_]\w*)/g
const tagOf = (route: Route) => route.docs?.tag ?? 'Other'

function describeRoute(api: ApiDescription, route: Route): OpenApiOperation {
  const { docs } = route
  return {
    operationId: operationIdOf(route),
    summary: docs?.summary ?? `${route.method} ${route.path}`,
    ...(docs?.description === undefined ? {} : { description: docs.description }),
    tags: [tagOf(route)],
    parameters: [...pathParameters(route.path), ...queryParameters(docs?.query)],
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

function describeStatus(api: ApiDescription, { docs }: Route, status: number) {
  const description = docs?.when?.[status] ?? STATUS_CODES[status] ?? String(status)
  if (status >= 400 && !docs?.answeredAlsoAt?.includes(status))
    return { description, content: { [api.error.contentType]: { schema: errorReference } } }
  if (!docs?.answer) {
    const type = docs?.answerContentType
    return type === undefined ? { description } : { description, content: { [type]: { schema: {} } } }
  }
  const type = docs.answerContentType ?? 'application/json'
  return { description, content: { [type]: { schema: toJsonSchema(docs.answer, 'output') } } }
}

const errorReference = { $ref: '#/components/schemas/Error' }

function pathParameters(path: string): OpenApiParameter[] {
  return [...path.matchAll(parameter)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.ZodObject | undefined): OpenApiParameter[] {
  if (!query) return []
  const { properties = {}, required = [] } = toJsonSchema(query, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const described: OpenApiParameter = { name, in: 'query', required: required.includes(name), schema }
    if (typeof description === 'string') described.description = description
    return described
  })
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // The pattern of a date is longer than the rest of the document, and adds nothing to the format.
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
      // zod gives every integer the bounds of a JavaScript safe integer, which say nothing about the field.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest
}

/** `GET /monitoring/app-logs` → `getMonitoringAppLogs`. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
