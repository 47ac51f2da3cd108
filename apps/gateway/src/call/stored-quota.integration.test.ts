import { expect, test } from 'vitest'
import { startTestGateway } from '../testing/start-test-gateway.ts'

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }
const companyBytesMax = 3_000

test('concurrent calls together store no more than the quota of their company', async () => {
  await using gateway = await startTestGateway({
    environment: { STORED_ANSWER_BYTES_MAX: '2000', COMPANY_STORED_BYTES_MAX: String(companyBytesMax) },
  })
  gateway.sim.planWhen(() => true, { outputTokens: 200, shape: { headersDelayMs: 500 } })
  const call = (number: number) =>
    gateway.post('/chat/completions', body, { ...gateway.headers(), 'idempotency-key': `key-${number}` })
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, number) => (await call(number)).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  const read = async () => {
    const { rows } = await gateway.resources.postgres.query<{ kept: number; bytes: number }>(
      'select count(answer)::int as kept, coalesce(sum(octet_length(answer)), 0)::int as bytes from stored_answers',
    )
    return rows[0] ?? { kept: 0, bytes: 0 }
  }
  const { kept, bytes } = await read()
  expect(kept).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(companyBytesMax)
  // The reservations have been released, so another call may use what is left of the quota.
  await call(20)
  expect((await read()).kept).toBeGreaterThanOrEqual(kept)
})

test('concurrent calls with small answers store all of them, however large the largest may be', async () => {
  await using gateway = await startTestGateway({
    environment: { STORED_ANSWER_BYTES_MAX: '1000000', COMPANY_STORED_BYTES_MAX: '1000000' },
  })
  gateway.sim.planWhen(() => true, { shape: { headersDelayMs: 500 } })
  const call = (number: number) =>
    gateway.post('/chat/completions', body, { ...gateway.headers(), 'idempotency-key': `key-${number}` })
  const numbers = Array.from({ length: 6 }, (_, number) => number)
  await Promise.all(numbers.map(async (number) => (await call(number)).text()))
  const retries = await Promise.all(numbers.map(call))
  expect(retries.map(({ headers }) => headers.get('x-svc-idempotent-replay'))).toEqual(
    numbers.map(() => 'true'),
  )
})
