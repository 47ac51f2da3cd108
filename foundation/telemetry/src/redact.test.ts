import { expect, test } from 'vitest'
import { redactFields, redactText } from './redact.ts'

test.each([
  `svc_live_${'a1B2'.repeat(9)}`,
  `sk-proj-${'x'.repeat(30)}`,
  `sk-ant-api03-${'x'.repeat(30)}`,
  `sk_live_${'4'.repeat(24)}`,
  `rk_test_${'4'.repeat(24)}`,
  `whsec_${'k'.repeat(32)}`,
  `ghp_${'9'.repeat(36)}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${'s'.repeat(43)}`,
  'Bearer abcdef123456',
  'basic dXNlcjpwYXNz',
])('no part of %s survives in a line', (secret) => {
  const line = redactText(`{"message":"refused ${secret} today"}`)
  expect(line).toContain('[redacted]')
  expect(line).not.toContain(secret.slice(-8))
  expect(line).toMatch(/refused .* today"\}$/)
})

test('the password in an address is masked, the host stays', () => {
  expect(redactText('cannot reach postgres://app:hunter2@db.internal/main')).toBe(
    'cannot reach postgres://app:[redacted]@db.internal/main',
  )
})

test('an e-mail address is masked', () => {
  expect(redactText('mail to jane.doe+cv@example.co.uk failed')).toBe('mail to [email] failed')
})

test.each([
  'took 1731628800000 ms',
  'max_tokens 200',
  '01935c5e-0000-7000-8000-000000000001',
  'svc/chat-default',
])('the harmless text %j is left alone', (text) => {
  expect(redactText(text)).toBe(text)
})

test('fields with a telling name are masked at any depth', () => {
  const redacted = redactFields({
    headers: { authorization: 'x', Cookie: 'y', accept: 'json' },
    list: [{ api_key: 'k', apiKey: 'k2', refresh_token: 't' }],
    clientSecret: 's',
    password: 'p',
    usage: { prompt_tokens: 3, total_tokens: 5 },
  })
  expect(redacted).toEqual({
    headers: { authorization: '[redacted]', Cookie: '[redacted]', accept: 'json' },
    list: [{ api_key: '[redacted]', apiKey: '[redacted]', refresh_token: '[redacted]' }],
    clientSecret: '[redacted]',
    password: '[redacted]',
    usage: { prompt_tokens: 3, total_tokens: 5 },
  })
})

test('credits, which are bigint, can be logged', () => {
  expect(redactFields({ charged: 12n })).toEqual({ charged: '12' })
})

test('an endless structure ends', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  expect(JSON.stringify(redactFields(circle))).toContain('[too deep]')
})
