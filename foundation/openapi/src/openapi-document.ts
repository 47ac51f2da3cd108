// The parts that the OpenAPI documents of all services share: the frame, the parameters and the reference to the error.
import type { Route } from '@gatehouse/http/define-route'

export type JsonSchema = Readonly<Record<string, unknown>>

export type DocumentFrame = {
  info: { title: string; version: string; description: string }
  /** Prefix of all described paths, stated once as the server. */
  basePath?: string
  tags: readonly string[]
  /** How to get a bearer token, if any operation needs one. */
  bearer?: string | undefined
  /** Schema of every error body. */
  error: JsonSchema
}

export type OpenApiDocument<Operation> = {
  openapi: '3.1.1'
  info: DocumentFrame['info']
  servers?: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema>; securitySchemes?: Record<string, JsonSchema> }
}

export type OpenApiParameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

/**
 * Composes the document from what `describe` returns for each route. The `path` passed to `describe` is the route's
 * path as the document writes it, such as `/things/{id}`.
 */
export function composeDocument<Described extends Pick<Route, 'method' | 'path'>, Operation>(
  { info, basePath = '', tags, bearer, error }: DocumentFrame,
  routes: readonly Described[],
  describe: (route: Described, path: string) => Operation,
): OpenApiDocument<Operation> {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    const path = route.path
      .slice(basePath.length)
      .replaceAll(/:([A-Za-z_]\w*)/g, '{$1}')
      // OpenAPI has no parameter that contains a slash as it is; clients send it encoded.
      .replace(/\*$/, '{id}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, path) }
  }
  return {
    openapi: '3.1.1',
    info,
    ...(basePath === '' ? {} : { servers: [{ url: basePath }] }),
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: error },
      ...(bearer === undefined
        ? {}
        : { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: bearer } } }),
    },
  }
}

export const errorReference = { $ref: '#/components/schemas/Error' }

export function pathParameters(path: string): OpenApiParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

/** One parameter for each property of the query's schema. */
export function queryParameters(query: JsonSchema): OpenApiParameter[] {
  const { properties = {}, required = [] } = query as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const parameter: OpenApiParameter = { name, in: 'query', required: required.includes(name), schema }
    if (typeof description === 'string') parameter.description = description
    return parameter
  })
}
