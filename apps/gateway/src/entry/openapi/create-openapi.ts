// Describes the gateway in OpenAPI 3.1. Paths, methods and statuses come from the routes, and schemas from the
// operations that use them; a route without a description prevents the gateway from starting.
import type { Route } from '@gatehouse/http/define-route'
import type { ServiceNames } from '@gatehouse/models/service-names'
import { curlSample } from '@gatehouse/openapi/curl-sample'
import {
  type JsonSchema,
  type OpenApiDocument,
  composeDocument,
  errorReference,
  pathParameters,
  queryParameters,
} from '@gatehouse/openapi/openapi-document'
import { errorAnswers, errorSchema } from './error-answers.ts'
import type { Scope } from '@gatehouse/keys/api-key'

const basePath = '/llm/v1'

type Routed = Pick<Route, 'method' | 'path' | 'statuses'>

export function createOpenApi(
  routes: readonly Routed[],
  endpoints: readonly DescribedEndpoint[],
  names: ServiceNames,
): OpenApiDocument<JsonSchema> {
  const frame = {
    info: {
      title: 'Gatehouse LLM gateway',
      version: '1.0.0',
      description:
        'Models are named by alias. Calls are charged in credits when they are complete, and only then. ' +
        'All failures have the same envelope: match on its code.',
    },
    basePath,
    tags: Object.values(tags),
    bearer: 'A company key: Authorization: Bearer <API_KEY>',
    error: errorSchema,
  }
  // The files of the documentation page are not part of the API.
  const described = routes.filter(
    ({ path }) => path.startsWith(`${basePath}/`) && !path.startsWith(`${basePath}/docs/`),
  )
  return composeDocument(frame, described, ({ method, statuses }, path) => {
    const endpoint = endpoints.find((one) => one.method === method && one.path === path)
    if (!endpoint) throw new Error(`${method} ${path} is not described: add it to describe-endpoints.ts`)
    return describe(endpoint, statuses, names)
  })
}

function describe(endpoint: DescribedEndpoint, statuses: readonly number[], names: ServiceNames): JsonSchema {
  const { id, title, description, scope, body, example } = endpoint
  const parameters = [
    ...pathParameters(endpoint.path),
    ...queryParameters(endpoint.query ?? {}),
    ...headerParameters(endpoint, names),
  ]
  return {
    operationId: id,
    summary: title,
    description: [
      description,
      ...(scope && scope !== 'any' ? [`Needs the scope \`${scope}\`.`] : []),
      curlSample({ ...endpoint, needsBearer: scope !== null }),
    ].join('\n\n'),
    tags: [tagOf(endpoint)],
    ...(scope !== null && { security: [{ bearer: [] }] }),
    parameters,
    ...(body && { requestBody: { required: true, content: toContent(body, example) } }),
    responses: Object.fromEntries(statuses.map((status) => [status, toResponse(endpoint, status, names)])),
  }
}

const tags = { models: 'Models', company: 'Company', tools: 'Tools', documentation: 'Documentation' }

function tagOf({ scope, isBillable, path }: DescribedEndpoint): string {
  if (scope === null) return tags.documentation
  if (scope === 'any') return tags.tools
  return isBillable || path.startsWith('/models') ? tags.models : tags.company
}

function toContent(schemas: Readonly<Record<string, JsonSchema>>, example?: unknown): JsonSchema {
  const entries = Object.entries(schemas).map(([type, schema]) => {
    const isExample = example !== undefined && type === 'application/json'
    return [type, { schema, ...(isExample && { example }) }] as const
  })
  return Object.fromEntries(entries)
}

function toResponse(endpoint: DescribedEndpoint, status: number, names: ServiceNames): JsonSchema {
  const { answer, isBillable } = endpoint
  if (status === 200)
    return {
      description: 'The answer.',
      content: toContent(answer),
      ...(isBillable && { headers: answerHeaders(names) }),
    }
  if (status === 202) return { description: 'Accepted; the answer has no content.' }
  if (status === 304) return { description: 'The copy named by If-None-Match is current.' }
  const error = errorAnswers[status]
  if (!error) throw new Error(`the status ${status} is not described: add it to error-answers.ts`)
  const codes = error.codes
    .filter((code) => isPossible(endpoint, status, code))
    .map((code) => `\`${code ?? 'null'}\``)
  const special = isBillable ? error.billableTitle : endpoint.scope === 'any' ? error.toolsTitle : undefined
  return {
    description: `${special ?? error.title} Code: ${codes.join(', ')}.`,
    content: { 'application/json': { schema: errorReference } },
  }
}

const ofModels: ReadonlySet<string> = new Set(['LLM_MODEL_NOT_ALLOWED', 'MODEL_NOT_FOUND'])
const ofBillableCalls: ReadonlySet<string> = new Set([
  'MODEL_CAPABILITY_MISMATCH',
  ...ofModels,
  'PLAN_LIMIT_EXCEEDED',
  'COMPANY_SUSPENDED',
])

function isPossible(
  { method, path, scope, isBillable }: DescribedEndpoint,
  status: number,
  code: string | null,
): boolean {
  if (status === 403 && (code === null || code === 'LLM_SCOPE_DENIED'))
    return (scope === 'any') === (code === null)
  if (code !== null && ofModels.has(code) && path === '/models/{id}') return true
  if (code === 'INVALID_PARAMETER') return method === 'GET' || isBillable
  if (code === 'INVALID_BODY') return method === 'POST'
  return isBillable || code === null || !ofBillableCalls.has(code)
}

const text = (description: string) => ({ description, schema: { type: 'string' } })

const answerHeaders = ({ header }: ServiceNames) => ({
  'x-request-id': text('Id of the call; its receipt is at /usage/calls/{id}'),
  [header('credits-charged')]: text('Credits charged for the call'),
  [header('credits-balance')]: text('Credit balance of the company after the call'),
})

function headerParameters({ isBillable }: DescribedEndpoint, { header }: ServiceNames): JsonSchema[] {
  if (!isBillable) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      ...text('A retry with the same key and body gets the first answer, and is not charged'),
    },
    {
      name: header('dry-run'),
      in: 'header',
      ...text('true: returns what would happen, without calling a model'),
    },
  ]
}

/** Documentation of a route, apart from the statuses, which the route itself declares. */
export type DescribedEndpoint = {
  method: 'GET' | 'POST'
  /** Path below the base address, with parameters as `{id}`. */
  path: string
  id: string
  title: string
  description: string
  /** Null if no key is needed. */
  scope: Scope | 'any' | null
  isBillable: boolean
  query?: JsonSchema
  /** Schemas by media type. */
  body?: Readonly<Record<string, JsonSchema>>
  answer: Readonly<Record<string, JsonSchema>>
  /** Example request body. */
  example?: unknown
}
