import { expect, test } from 'vitest'
import { startTestBackend } from '../../testing/start-test-backend.ts'

test('an address that sends too many requests is refused for a while; other addresses and health checks are not', async () => {
  await using backend = await startTestBackend({ ADDRESS_REQUESTS_PER_MINUTE: '3' })
  const ask = (address: string) =>
    backend.post({ query: '{ __typename }' }, { 'x-forwarded-for': `203.0.${address}` })
  const range = `${process.pid % 256}`
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(`${range}.1`)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 429, 429])
  const refused = await ask(`${range}.1`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.headers.get('content-type')).toContain('application/json')
  expect(await refused.json()).toMatchObject({
    errors: [{ extensions: { code: 'RATE_LIMITED', fault: 'http.too_many_requests' } }],
  })
  expect((await ask(`${range}.2`)).status).toBe(200)
  const health = await Promise.all(
    Array.from({ length: 5 }, () =>
      fetch(`${backend.url}/healthz`, { headers: { 'x-forwarded-for': `203.0.${range}.1` } }),
    ),
  )
  expect(health.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})
