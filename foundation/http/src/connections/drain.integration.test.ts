import { Agent, type IncomingMessage, get } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type TestHttp, startTestHttp } from '@gatehouse/testkit/start-test-http'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { defineRoute } from '../define-route.ts'

/** Starts a server with one route that sends the first half of its answer immediately and the rest on request. */
async function startSlowServer() {
  const gate = Promise.withResolvers<void>()
  const slow = defineRoute({
    method: 'GET',
    path: '/slow',
    statuses: [200],
    async handle(_request, reply) {
      reply.hijack()
      reply.raw.write('first ')
      await gate.promise
      reply.raw.end('last')
    },
  })
  const late = defineRoute({
    method: 'GET',
    path: '/late',
    statuses: [200],
    async handle() {
      await gate.promise
      return 'late'
    },
  })
  const lateAndRaw = defineRoute({
    method: 'GET',
    path: '/late-and-raw',
    statuses: [200],
    async handle(_request, reply) {
      await gate.promise
      reply.hijack()
      reply.raw.end('late')
    },
  })
  const quick = defineRoute({ method: 'GET', path: '/quick', statuses: [200], handle: async () => 'ok' })
  return { http: await startTestHttp([slow, late, lateAndRaw, quick]), finish: gate.resolve }
}

async function open(http: TestHttp, path: string, agent: Agent): Promise<IncomingMessage> {
  const request = get(`${http.url}${path}`, { agent })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

const keepAlive = () => new Agent({ keepAlive: true })

test('requests in flight finish, new connections are refused, and the drain does not wait for idle sockets', async () => {
  const { http, finish } = await startSlowServer()
  const agent = keepAlive()
  const idle = await open(http, '/quick', agent)
  await text(idle)
  const slow = await open(http, '/slow', agent)
  const drained = http.server.drain.start({ leadMs: 0, graceMs: 60_000 })
  await waitUntil(() => http.server.drain.phase() === 'finishing', {
    withinMs: 30_000,
    what: 'the drain begins',
  })
  await expect(fetch(`${http.url}/quick`)).rejects.toThrow('fetch failed')
  const finishedMs = performance.now()
  finish()
  expect(await text(slow)).toBe('first last')
  await expect(drained).resolves.toEqual({ cut: 0 })
  expect(performance.now() - finishedMs).toBeLessThan(15_000)
})

test.each(['/late', '/late-and-raw'])(
  'an answer to %s that begins during the drain carries Connection: close',
  async (path) => {
    const { http, finish } = await startSlowServer()
    const response = open(http, path, keepAlive())
    await waitUntil(() => http.server.drain.activeRequests() === 1, {
      withinMs: 30_000,
      what: 'the request is being answered',
    })
    const drained = http.server.drain.start({ leadMs: 0, graceMs: 60_000 })
    finish()
    expect((await response).headers.connection).toBe('close')
    expect(await text(await response)).toBe('late')
    await expect(drained).resolves.toEqual({ cut: 0 })
  },
)

test('during the lead time requests are still served, with Connection: close', async () => {
  const { http, finish } = await startSlowServer()
  const drained = http.server.drain.start({ leadMs: 300, graceMs: 1_000 })
  const response = await open(http, '/quick', keepAlive())
  expect(response.statusCode).toBe(200)
  expect(response.headers.connection).toBe('close')
  finish()
  await drained
})

test('when the grace period is over, the remaining requests are cut off and counted', async () => {
  const { http } = await startSlowServer()
  const slow = await open(http, '/slow', keepAlive())
  const broken = expect(text(slow)).rejects.toThrow('aborted')
  await expect(http.server.drain.start({ leadMs: 0, graceMs: 50 })).resolves.toEqual({ cut: 1 })
  await broken
})
