import { readConfig } from '@gatehouse/runtime/read-config'
import { expect, test } from 'vitest'
import { gatewayConfigSchema } from '../../config.ts'
import { openMcpClient } from '../../testing/mcp-client.ts'
import { startTestGateway } from '../../testing/start-test-gateway.ts'

const origin = 'https://console.example'
const chat = { model: 'svc/chat-default', messages: [{ role: 'user', content: 'Hello' }] }

const corsHeaders = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => name.startsWith('access-control-')))

function preflight(baseUrl: string, from: string): Promise<Response> {
  return fetch(`${baseUrl}/chat/completions`, {
    method: 'OPTIONS',
    headers: {
      origin: from,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  })
}

test('pages of the configured origin may call the gateway and read its answers, errors and streams', async () => {
  await using gateway = await startTestGateway({ environment: { CONSOLE_ORIGIN: origin } })
  const asked = await preflight(gateway.baseUrl, origin)
  expect(asked.status).toBe(204)
  expect(corsHeaders(asked)).toEqual({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-svc-dry-run',
    'access-control-max-age': '7200',
  })
  const answers = [
    await gateway.post('/chat/completions', chat, { origin }),
    await gateway.post('/chat/completions', { ...chat, stream: true }, { origin }),
    await gateway.get('/models', { origin }),
    await gateway.get('/models', { origin, authorization: 'Bearer unknown' }),
    await gateway.get('/no-such-route', { origin }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 401, 404])
  for (const answer of answers) {
    await answer.text()
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    const exposed = answer.headers.get('access-control-expose-headers')?.split(', ') ?? []
    expect(exposed).toEqual(
      expect.arrayContaining([
        'x-request-id',
        'x-svc-credits-charged',
        'x-svc-credits-balance',
        'x-ratelimit-remaining-tokens',
        'retry-after',
        'server-timing',
      ]),
    )
  }
})

test('pages of other origins get no permission, and nothing outside the API is opened', async () => {
  await using gateway = await startTestGateway({ environment: { CONSOLE_ORIGIN: origin } })
  for (const other of ['https://console.example.evil.example', 'http://console.example', 'null']) {
    const asked = await preflight(gateway.baseUrl, other)
    expect(asked.status).toBe(405)
    expect(corsHeaders(asked)).toEqual({})
    expect(corsHeaders(await gateway.get('/models', { origin: other }))).toEqual({})
  }
  expect(corsHeaders(await gateway.get('/models'))).toEqual({})
  expect(corsHeaders(await fetch(`${gateway.url}/health`, { headers: { origin } }))).toEqual({})
})

test('without the setting no answer has headers for other origins', async () => {
  await using gateway = await startTestGateway()
  const asked = await preflight(gateway.baseUrl, origin)
  expect(asked.status).toBe(405)
  expect(corsHeaders(asked)).toEqual({})
  const answer = await gateway.get('/models', { origin })
  expect(corsHeaders(answer)).toEqual({})
  expect(answer.headers.get('vary') ?? '').not.toContain('origin')
})

test.each([
  'https://console.example/',
  'https://console.example/path',
  'console.example',
  '*',
  'ftp://a.example',
])('CONSOLE_ORIGIN=%s is refused', (value) => {
  const outcome = readConfig(gatewayConfigSchema, { CONSOLE_ORIGIN: value })
  const violations = outcome.kind === 'invalid' ? JSON.stringify(outcome.violations) : ''
  expect(violations).toContain('CONSOLE_ORIGIN')
})

test('with the address of the console, a refusal for lack of credits ends with the link to pay, over REST and MCP', async () => {
  const environment = { CONSOLE_URL: 'https://console.example/' }
  await using gateway = await startTestGateway({ environment, creditMicros: 0n })
  const response = await gateway.post('/chat/completions', chat)
  const body = (await response.json()) as { error: { code: string; message: string } }
  expect(response.status).toBe(402)
  expect(body.error.code).toBe('INSUFFICIENT_CREDITS')
  expect(body.error.message).toMatch(/send the call again\. Console: https:\/\/console\.example\/billing$/)
  await using client = await openMcpClient(gateway, '2025', gateway.key.raw)
  const result = await client.callTool({ name: 'chat', arguments: chat })
  expect(JSON.stringify(result.content)).toContain('Console: https://console.example/billing')
})
