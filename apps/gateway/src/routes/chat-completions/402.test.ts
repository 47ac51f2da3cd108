import { addCredits } from '@gatehouse/testkit/seed-gateway'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readError } from '../../testing/read-error.ts'
import { type TestGateway, startTestGateway } from '../../testing/start-test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ creditMicros: 0n })
})
afterAll(() => gateway[Symbol.asyncDispose]())

const body = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

test('without credits a call is refused with the balance, and succeeds as soon as there are credits', async () => {
  const error = await readError(await gateway.post('/chat/completions', body))
  expect(error).toMatchObject({
    status: 402,
    type: 'insufficient_quota',
    code: 'INSUFFICIENT_CREDITS',
    shouldRetry: 'false',
    retryAfter: null,
  })
  expect(JSON.stringify(error)).toContain('0.000000 credits')
  expect(gateway.sim.requests).toHaveLength(0)
  await addCredits(gateway.database, gateway.companyId, 1_000_000n)
  expect((await gateway.post('/chat/completions', body)).status).toBe(200)
})

test('models can be listed without credits', async () => {
  expect((await gateway.get('/models')).status).toBe(200)
})

test('a key that has reached its monthly cap is refused, and other keys of the company are not', async () => {
  await addCredits(gateway.database, gateway.companyId, 1_000_000_000n)
  // A call costs 1,910 micro-credits.
  const { raw } = await gateway.addKey({ monthlyCreditCapMicros: 2_000n })
  const send = () => gateway.post('/chat/completions', body, gateway.headers(raw))
  const usage = { exact: { promptTokens: 1_000, completionTokens: 200, cachedTokens: 100 } }
  gateway.sim.planNext({ usage }, 2)
  // The second call starts below the cap, so it may end above it.
  for (let time = 0; time < 2; time += 1) expect((await send()).status).toBe(200)
  const error = await readError(await send())
  expect(error).toMatchObject({
    status: 402,
    type: 'insufficient_quota',
    code: 'INSUFFICIENT_CREDITS',
    shouldRetry: 'false',
  })
  expect(JSON.stringify(error)).toContain('may spend 0.002000 credits in a month; it has spent 0.003820')
  const headers = { ...gateway.headers(raw), 'x-svc-dry-run': 'true' }
  expect(await (await gateway.post('/chat/completions', body, headers)).json()).toMatchObject({
    would_pass: false,
    checks: expect.arrayContaining([{ check: 'key_cap', passed: false }]) as unknown,
    refusal: { status: 402, error: { code: 'INSUFFICIENT_CREDITS' } },
  })
  expect((await gateway.post('/chat/completions', body)).status).toBe(200)
})
