import { recentLogsStream } from '@gatehouse/redis/create-log-sink'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { startTestGateway } from '../testing/start-test-gateway.ts'

type Line = { message: string; context: Record<string, unknown> }

test.each([false, true])('a call has one complete log line without secrets (stream: %s)', async (stream) => {
  await using gateway = await startTestGateway({ environment: { LOG_LEVEL: 'info' } })
  const { redis } = gateway.resources
  gateway.sim.planNext({ usage: { exact: { promptTokens: 10, completionTokens: 20 } } })
  const messages = [{ role: 'user', content: 'not for the log' }]
  const response = await gateway.post('/chat/completions', { model: 'svc/chat-default', messages, stream })
  await response.text()
  const callId = response.headers.get('x-request-id')
  const readLines = async () => {
    const entries = await redis.xrange(recentLogsStream, '-', '+')
    const lines = entries.flatMap(([, fields]) => (fields[1] ?? '').split('\n'))
    return lines.filter((line) => callId !== null && line.includes(callId))
  }
  await waitUntil(async () => (await readLines()).length > 0, {
    withinMs: 30_000,
    what: 'the line is written',
  })
  const lines = await readLines()
  expect(lines).toHaveLength(1)
  const line = JSON.parse(lines[0] ?? '{}') as Line
  expect(line.message).toBe('POST /llm/v1/chat/completions 200')
  expect(line.context).toMatchObject({
    company_id: gateway.companyId,
    alias: 'svc/chat-default',
    end: 'succeeded',
    charged_micros: '110',
    prompt_tokens: 10,
    completion_tokens: 20,
    is_stream: stream,
  })
  expect(line.context['settle_ms']).toBeTypeOf('number')
  expect(lines[0]).not.toContain('not for the log')
  expect(lines[0]).not.toContain(gateway.key.raw)
  expect(await gateway.resources.metrics.metrics()).toMatch(/time_to_first_token_seconds_count\{[^}]*\} 1/)
})
