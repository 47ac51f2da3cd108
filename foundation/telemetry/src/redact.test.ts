import { Secret } from '@gatehouse/runtime/secret'
import { expect, test } from 'vitest'
import { cutText, redactText, writeFields } from './redact.ts'

const readWritten = (fields: Record<string, unknown>) =>
  JSON.parse(`{${writeFields(fields)}}`) as Record<string, unknown>

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
  '$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b/dWRWJTmaaJObG',
  'password=correct-horse-battery',
  'db_password = correct-horse-battery',
  `PASSWORD='correct horse battery'`,
  String.raw`api_key=\"correct horse battery\"`,
  String.raw`{\"client_secret\":\"correct-horse-battery\"}`,
  'https://host/path?access_token=correct-horse-battery',
  'x-api-key=correct-horse-battery',
])('no part of %s survives in a line', (secret) => {
  const line = redactText(`{"message":"refused ${secret} today"}`)
  expect(line).toContain('[redacted]')
  expect(line).not.toContain(secret.slice(-8))
  expect(line).toMatch(/refused .* today"\}$/)
})

test('the password in a URL is masked, the host stays', () => {
  expect(redactText('cannot reach postgres://app:hunter2@db.internal/main')).toBe(
    'cannot reach postgres://app:[redacted]@db.internal/main',
  )
})

test.each(['jane.doe+cv@example.co.uk', `${'long'.repeat(30)}@${'label'.repeat(20)}.com`])(
  'the e-mail address %s is masked',
  (address) => {
    expect(redactText(`mail to ${address} failed`)).toBe('mail to [email] failed')
  },
)

test.each([
  'took 1731628800000 ms',
  'max_tokens 200',
  'max_tokens=200',
  'the token is missing',
  '01935c5e-0000-7000-8000-000000000001',
  'svc/chat-default',
  'at node_modules/.pnpm/vitest@5.1.0_@types+node@24.10.1/index.js',
])('the harmless text %j is unchanged', (text) => {
  expect(redactText(text)).toBe(text)
})

test.each([
  'authorization',
  'Cookie',
  'api_key',
  'apiKey',
  'x-api-key',
  'refresh_token',
  'accessToken',
  'clientSecret',
  'password',
  'passwordHash',
  'key_hash',
  'stripe-signature',
  'privateKey',
  'AWS_ACCESS_KEY_ID',
  'jwt',
  'credentials',
  'keyPepper',
])('the value of a field named %s is masked at any depth', (name) => {
  expect(readWritten({ [name]: 'x', list: [{ [name]: { inner: 'x' } }] })).toEqual({
    [name]: '[redacted]',
    list: [{ [name]: '[redacted]' }],
  })
})

test('counts and mere names stay visible', () => {
  const fields = {
    usage: { prompt_tokens: 3, total_tokens: 5, completion_tokens_details: { reasoning_tokens: 1 } },
    max_tokens: 9,
    tokensPerSecond: 2,
    key_id: 'k1',
    price_version: '7',
    credit_micros: 4,
    accept: 'json',
  }
  expect(readWritten(fields)).toEqual(fields)
})

test('secrets in class instances, maps and sets are masked too', () => {
  class Session {
    readonly token = 'hunter2'
    readonly user = 'u1'
  }
  expect(
    readWritten({
      session: new Session(),
      map: new Map<string, unknown>([['password', 'hunter2']]),
      set: new Set([{ secret: 'hunter2' }]),
      bare: Object.assign(Object.create(null) as Record<string, unknown>, { apiKey: 'hunter2' }),
    }),
  ).toEqual({
    session: { token: '[redacted]', user: 'u1' },
    map: { password: '[redacted]' },
    set: [{ secret: '[redacted]' }],
    bare: { apiKey: '[redacted]' },
  })
})

test('the JSON form of an object is kept, and masked where needed', () => {
  expect(
    readWritten({
      at: new Date(0),
      url: new URL('https://host/path'),
      setting: new Secret('hunter2'),
      body: Buffer.from('hunter2'),
      request: { toJSON: () => ({ authorization: 'hunter2', method: 'GET' }) },
    }),
  ).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    url: 'https://host/path',
    setting: '[secret]',
    body: '[7 bytes]',
    request: { authorization: '[redacted]', method: 'GET' },
  })
})

test('an error at any depth of the fields is described', () => {
  const redacted = readWritten({ attempts: [new Error('refused', { cause: new Error('reset') })] })
  expect(redacted).toMatchObject({ attempts: [{ message: 'refused', cause: { message: 'reset' } }] })
})

test('an object with a throwing getter does not break the entry', () => {
  const hostile = {
    get value() {
      throw new Error('no')
    },
  }
  expect(readWritten({ hostile, kept: 1 })).toEqual({ hostile: '[unreadable]', kept: 1 })
})

test('a long string is truncated, and says how much is missing', () => {
  const cut = cutText('word '.repeat(20_000))
  expect(cut.length).toBeLessThan(8_300)
  expect(cut).toMatch(/word \[\d+ more characters\]$/)
  expect(readWritten({ body: 'x'.repeat(100_000) })['body']).toHaveLength(
    7_680 + ' [92320 more characters]'.length,
  )
})

test('a secret at the truncation point is removed completely', () => {
  for (let before = 8_130; before < 8_192; before += 1) {
    const text = `${'x'.repeat(before)} svc_live_${'Zz9'.repeat(12)} rest`
    expect(redactText(cutText(text))).not.toContain('Zz9')
  }
})

test('a structure that is too large is truncated', () => {
  const wide = () => Array.from({ length: 50 }, (_, index) => ({ index }))
  const fields = { levels: wide().map(() => wide().map(() => wide())) }
  expect(JSON.stringify(readWritten(fields)).length).toBeLessThan(100_000)
})

// Repeated often enough, each of these once took quadratic time, or would if a pattern could match from any position in
// a run of characters.
test.each([
  'a-',
  'a.',
  'eyJaaaaaaaa-',
  'eyJaaaaaaaa.',
  'a@',
  'a@b.',
  '1.',
  'a@1.1.1.',
  '://a:',
  'x://',
  'password=',
  'token',
  'Bearer ',
  'sk-',
  '$argon2id$',
  ' ',
  '=',
])('100 KB of %j are scanned quickly', (block) => {
  const text = block.repeat(Math.ceil(100_000 / block.length))
  const startedMs = performance.now()
  redactText(`x@${text}@://eyJ`)
  expect(performance.now() - startedMs).toBeLessThan(2_000)
})

test('undefined fields, functions and replaced fields are left out', () => {
  const fields = { at: 1, none: undefined, work: () => 1, nothing: null, nan: Number.NaN, is: true }
  expect(JSON.parse(`{${writeFields(fields, { at: 2 })}}`)).toEqual({ nothing: null, nan: null, is: true })
})

test('bigint values can be logged', () => {
  expect(readWritten({ charged: 12n })).toEqual({ charged: '12' })
})

test('a cyclic structure is truncated', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  expect(JSON.stringify(readWritten(circle))).toContain('[too deep]')
})
