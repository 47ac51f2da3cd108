// Which callers can reach the internal routes of the AI service, in both ways of deploying it.
import { findFreePort } from '@gatehouse/testkit/free-port'
import { startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { afterAll, beforeAll, expect, test } from 'vitest'

const secrets = { backend: 'b'.repeat(32), backendFormer: 'f'.repeat(32), console: 'c'.repeat(32) }
const all = 'rooms+generator+monitoring'
const callers = `backend/${all}:${secrets.backend}|${secrets.backendFormer},console/${all}:${secrets.console}`
const generator = '/api/v1/background-tasks/match-score-generator'
const timestamp = '2026-05-01T12:00:00Z'
const internalRoutes = [
  ...['stats', 'operations', 'app-logs', 'errors', 'ai-services'].map(
    (name) => ['GET', `/monitoring/${name}`] as const,
  ),
  ['GET', `${generator}/status`],
  ['POST', `${generator}/start`],
  ['POST', `${generator}/stop`],
  ['GET', `${generator}/metrics`],
  ...['created', 'destroyed'].map(
    (what) => ['POST', `/api/events/room/${what}`, { event: `room_${what}`, room: 'a', timestamp }] as const,
  ),
] as const

const scope = new AsyncDisposableStack()
let databaseUrl: string
beforeAll(async () => {
  databaseUrl = scope.use(await testDatabase()).url
})
afterAll(() => scope.disposeAsync())

async function startAiService(own: Record<string, string>) {
  const lines: string[] = []
  const service = await startServiceProcess({
    entry: 'apps/ai-service/src/main.ts',
    environment: { PORT: '0', DATABASE_URL: databaseUrl, REDIS_URL: testRedisUrl(), ...own },
    onLine: (line) => void lines.push(line),
  })
  return { ...service, lines }
}

const statusesAt = async (url: string, authorization?: string) => {
  const headers = {
    ...(authorization === undefined ? {} : { authorization }),
    'content-type': 'application/json',
  }
  const ask = ([method, path, body]: readonly [string, string, unknown?]) =>
    fetch(url + path, { method, headers, ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}) })
  const responses = await Promise.all(internalRoutes.map(ask))
  return [...new Set(responses.map(({ status }) => status))].toSorted((a, b) => a - b)
}

test('without INTERNAL_PORT the internal routes are on the public listener and require a secret', async () => {
  await using service = await startAiService({ INTERNAL_CALLERS: callers })
  expect(await statusesAt(service.url)).toEqual([401])
  expect(await statusesAt(service.url, `Bearer ${'x'.repeat(32)}`)).toEqual([401])
  for (const secret of Object.values(secrets))
    expect(await statusesAt(service.url, `Bearer ${secret}`)).toEqual([200, 202])
  const isLogged = (caller: string) =>
    service.lines.some((line) => line.includes('/status 200') && line.includes(`"caller":"${caller}"`))
  for (const caller of ['backend', 'console'])
    await waitUntil(() => isLogged(caller), { withinMs: 20_000, what: `the log names ${caller}` })
  expect(service.lines.join()).not.toMatch(new RegExp(Object.values(secrets).join('|')))
})

test('with INTERNAL_PORT they are there alone, and what is public is not', async () => {
  const port = String(await findFreePort())
  await using service = await startAiService({ INTERNAL_CALLERS: callers, INTERNAL_PORT: port })
  const internal = `http://127.0.0.1:${port}`
  const known = `Bearer ${secrets.backend}`
  expect(await statusesAt(service.url, known)).toEqual([404])
  expect(await statusesAt(internal)).toEqual([401])
  expect(await statusesAt(internal, known)).toEqual([200, 202])
  expect((await fetch(`${service.url}/health`)).status).toBe(200)
  expect((await fetch(`${internal}/health`)).status).toBe(404)
  await expect(service.stop()).resolves.toEqual({ code: 0, signal: null })
  await expect(fetch(`${internal}${generator}/status`)).rejects.toThrow('fetch failed')
})

test('the meeting server can report rooms, but can neither read logs nor stop the generator', async () => {
  const secret = 'm'.repeat(32)
  await using service = await startAiService({ INTERNAL_CALLERS: `meetings/rooms:${secret}` })
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const statusOf = async ([method, path, body]: readonly [string, string, unknown?]) => {
    const sent = method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}
    return (await fetch(service.url + path, { method, headers, ...sent })).status
  }
  const isAllowed = (path: string) => path.startsWith('/api/events/room/')
  for (const route of internalRoutes) expect(await statusOf(route)).toBe(isAllowed(route[1]) ? 202 : 403)
})

test.each([
  ['no caller', {}, /INTERNAL_CALLERS/],
  ['a caller without a secret', { INTERNAL_CALLERS: 'backend/rooms' }, /INTERNAL_CALLERS/],
  [
    'a caller without rights',
    { INTERNAL_CALLERS: `backend:${secrets.backend}` },
    /rooms, generator, monitoring/,
  ],
  ['the public port', { INTERNAL_CALLERS: callers, PORT: '8082', INTERNAL_PORT: '8082' }, /INTERNAL_PORT/],
])('the service does not start with %s', async (_, own, named) => {
  await expect(startAiService(own)).rejects.toThrow(named)
})
