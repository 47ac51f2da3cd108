import { startTestHttp } from '@gatehouse/testkit/start-test-http'
import { createMetrics } from '@gatehouse/telemetry/create-metrics'
import { expect, test } from 'vitest'
import { isFromThisMachine, metricsRoute } from './route.ts'

test('200: metrics in the Prometheus text format, labelled with the service', async () => {
  await using http = await startTestHttp([
    metricsRoute({ metrics: createMetrics('gateway'), isForThisMachineOnly: true }),
  ])
  const response = await fetch(`${http.url}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(await response.text()).toMatch(/^process_resident_memory_bytes\{service="gateway"\} \d+$/m)
})

test('200: a separate listener serves metrics to every client that can reach it', async () => {
  const route = metricsRoute({ metrics: createMetrics('gateway'), isForThisMachineOnly: false })
  await using http = await startTestHttp([route])
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  expect((await fetch(`${http.url}/metrics`, { headers })).status).toBe(200)
})

test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])(
  '404: a request forwarded by a local proxy, as %s shows',
  async (name) => {
    const route = metricsRoute({ metrics: createMetrics('gateway'), isForThisMachineOnly: true })
    const range = { address: '127.0.0.1', prefixBits: 32, family: 'ipv4' } as const
    await using http = await startTestHttp([route], { trustedProxies: [range] })
    const ask = (path: string) => fetch(http.url + path, { headers: { [name]: '127.0.0.1' } })
    const [refused, unknown] = [await ask('/metrics'), await ask('/nowhere')]
    expect([refused.status, unknown.status]).toEqual([404, 404])
    const bodies = await Promise.all([refused, unknown].map((answer) => answer.json()))
    const [first, second] = bodies.map((body) =>
      JSON.stringify(body)
        .replaceAll(/[\da-f-]{36}/g, 'id')
        .replaceAll(/nowhere|metrics/g, 'path'),
    )
    expect(first).toBe(second)
  },
)

test('only a loopback peer counts as this machine', () => {
  const local = ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1']
  const others = ['10.0.0.1', '172.17.0.1', '203.0.113.7', '::ffff:10.0.0.1', 'fe80::1%eth0', '', undefined]
  expect(local.map((peer) => isFromThisMachine(peer, {}))).toEqual(local.map(() => true))
  expect(others.map((peer) => isFromThisMachine(peer, {}))).toEqual(others.map(() => false))
})
