import { once } from 'node:events'
import { request } from 'node:http'
import { startFaultProxy } from '@gatehouse/testkit/fault-proxy'
import { testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { startTestGateway } from '../testing/start-test-gateway.ts'

const body = JSON.stringify({
  model: 'svc/chat-default',
  stream: true,
  messages: [{ role: 'user', content: 'Hello' }],
})

test('a client that disconnects during admission keeps no provider busy', async () => {
  const redisUrl = new URL(testRedisUrl())
  await using proxy = await startFaultProxy({ targetPort: Number(redisUrl.port) })
  redisUrl.port = String(proxy.port)
  await using gateway = await startTestGateway({ environment: { REDIS_URL: redisUrl.href } })
  gateway.sim.planWhen(() => true, { outputTokens: 2_000, tokensPerSecond: 10 })
  // Makes Redis slow, but not slow enough for a timeout. The address limit and the credits are checked one after the
  // other.
  await proxy.set({ kind: 'latency', ms: 90 })
  const leaveAfter = async (leaveAfterMs: number) => {
    const sent = request(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(leaveAfterMs),
      headers: { ...gateway.headers(), 'content-type': 'application/json' },
    })
    sent.on('error', () => undefined)
    sent.end(body)
    // `once` rejects because the abort is emitted as an error.
    await once(sent, 'close').catch(() => undefined)
  }
  // Some clients leave before the first check has finished, some during the second, some while the provider answers.
  await Promise.all(Array.from({ length: 23 }, (_, index) => leaveAfter(50 + 25 * index)))
  // On a busy machine the checks take longer, and no provider may have been asked yet.
  for (let ms = 1_200; ms < 20_000 && gateway.sim.counts.started === 0; ms *= 2) await leaveAfter(ms)
  const isOver = async () => {
    const { started, disconnected } = gateway.sim.counts
    const { rows } = await gateway.resources.postgres.query('select 1 from calls')
    return rows.length > 0 && disconnected === started
  }
  await waitUntil(isOver, { withinMs: 30_000, what: 'no provider is busy' })
  const { rows } = await gateway.resources.postgres.query<{ reason: string }>('select reason from calls')
  expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['client_gone']))
})

test('a client that reads so slowly that the call times out counts as gone, and not against the provider', async () => {
  await using gateway = await startTestGateway({})
  const { postgres, metrics } = gateway.resources
  await postgres.query(`update model_routes set total_timeout_ms = 2500 where alias = 'svc/chat-default'`)
  gateway.sim.planWhen(() => true, { shape: { bigFrameKib: 7_500 }, outputTokens: 5_000 })
  const reasons = async () => (await postgres.query<{ reason: string }>('select reason from calls')).rows
  const readNothing = () => {
    const sent = request(`${gateway.baseUrl}/chat/completions`, {
      method: 'POST',
      agent: false,
      headers: { ...gateway.headers(), 'content-type': 'application/json' },
    })
    sent.on('error', () => undefined)
    sent.on('response', (response) => {
      response.on('error', () => undefined)
      response.pause()
    })
    sent.end(body)
  }
  let startedMs = Number.NEGATIVE_INFINITY
  // The gateway notices the changed route within a second. Calls that start before then still have the old timeout of
  // ten minutes, so new ones are started until one times out.
  await waitUntil(
    async () => {
      if (performance.now() - startedMs > 1_000) {
        readNothing()
        startedMs = performance.now()
      }
      return (await reasons()).some(({ reason }) => reason === 'client_gone')
    },
    { withinMs: 60_000, what: 'a call has timed out' },
  )
  expect(await metrics.metrics()).toMatch(/gatehouse_abandoned_streams_total\S* [1-9]/)
})
