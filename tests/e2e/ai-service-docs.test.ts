// Compares the AI service's OpenAPI document with its real answers: every documented route is in it, and every answer
// has exactly the described fields.
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { findFreePort } from '@gatehouse/testkit/free-port'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

type Content = Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }>
type Operation = { summary: string; security?: unknown; responses: Record<string, { content?: Content }> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: { Error: Parameters<typeof z.fromJSONSchema>[0] } }
}

const generator = '/api/v1/background-tasks/match-score-generator'
const publicRoutes = ['/health', '/health/ready', '/health/database', '/health/live', '/docs']
const internalRoutes = [
  ...['stats', 'operations', 'app-logs', 'errors', 'ai-services'].map((name) => `/monitoring/${name}`),
  `${generator}/status`,
  `${generator}/metrics`,
]
const internalPosts = [
  `${generator}/start`,
  `${generator}/stop`,
  '/api/events/room/created',
  '/api/events/room/destroyed',
]

const scope = new AsyncDisposableStack()
let service: Awaited<ReturnType<typeof startServiceProcess>>
let internalUrl: string
let document: Document
beforeAll(async () => {
  const { url } = scope.use(await testDatabase())
  const port = String(await findFreePort())
  internalUrl = `http://127.0.0.1:${port}`
  const environment = { PORT: '0', INTERNAL_PORT: port, DATABASE_URL: url, REDIS_URL: testRedisUrl() }
  service = await startServiceProcess({
    entry: 'apps/ai-service/src/main.ts',
    environment: { ...environment, ...testInternalCaller.settings },
  })
  scope.use(service)
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document
  const isUp = async () => (await fetch(`${service.url}/health/ready`)).status === 200
  await waitUntil(isUp, { withinMs: 30_000, what: 'the service is ready' })
})
afterAll(() => scope.disposeAsync())

const schemaOf = (method: string, path: string, status: number) => {
  const { content = {} } = document.paths[path]?.[method]?.responses[status] ?? {}
  const schema = content['application/json']?.schema
  return schema === undefined ? undefined : z.fromJSONSchema(schema)
}

test('every route is described and marked as internal or public', () => {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => Object.assign({ path, method }, operation)),
  )
  const described = new Set(all.map(({ path }) => path))
  expect(
    [...publicRoutes, ...internalRoutes, ...internalPosts].filter((path) => !described.has(path)),
  ).toEqual([])
  const internal = new Set(all.filter(({ security }) => security !== undefined).map(({ path }) => path))
  expect(publicRoutes.filter((path) => internal.has(path))).toEqual([])
  expect([...internalRoutes, ...internalPosts].filter((path) => !internal.has(path))).toEqual([])
  // The summary of a route without documentation is its method and path.
  expect(all.filter(({ summary }) => /^(?:GET|POST|PUT|PATCH|DELETE) /.test(summary))).toEqual([])
})

test.each([
  ...['', '/ready', '/ready?form=flat', '/database', '/live'].map((rest) => ['get', `/health${rest}`]),
  ...internalRoutes.map((path) => ['get', path]),
  ['post', `${generator}/start`],
  ['get', `${generator}/status`],
  ['post', `${generator}/stop`],
])('%s %s returns exactly the described fields', async (method = '', target = '') => {
  const [path = ''] = target.split('?')
  const base = document.paths[path]?.[method]?.security === undefined ? service.url : internalUrl
  const { headers } = testInternalCaller
  const response = await fetch(base + target, { method: method.toUpperCase(), headers })
  const body: unknown = await response.json()
  const schema = schemaOf(method, path, response.status)
  expect(schema?.safeParse(body)).toMatchObject({ success: true })
  expect(schema?.safeParse({ ...(body as object), another: 1 }).success).toBe(false)
})

test.each(['created', 'destroyed'])(
  'the answer to a room event matches its description: %s',
  async (what) => {
    const path = `/api/events/room/${what}`
    const response = await fetch(internalUrl + path, {
      method: 'POST',
      headers: { ...testInternalCaller.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ event: `room_${what}`, room: 'a room', timestamp: '2026-05-01T12:00:00Z' }),
    })
    expect(response.status).toBe(202)
    const body: unknown = await response.json()
    expect(schemaOf('post', path, 202)?.safeParse(body)).toMatchObject({ success: true })
  },
)

test('errors match their description', async () => {
  const error = z.fromJSONSchema(document.components.schemas.Error)
  for (const response of [
    await fetch(`${internalUrl}/monitoring/stats`),
    await fetch(`${service.url}/nowhere`),
  ])
    expect(error.safeParse(await response.json())).toMatchObject({ success: true })
})

test('the docs page is on both listeners, because it sends requests to the one that served it', async () => {
  for (const url of [service.url, internalUrl]) {
    const response = await fetch(`${url}/docs`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('<title>API</title>')
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
  }
})
