import { describe, expect } from 'vitest'
import { readError } from '../../../testing/read-error.ts'
import { sendUntilLimited } from '../../../testing/send-until-limited.ts'
import { test } from '../../../testing/worker-gateway.ts'

test('200: the page needs no key, and neither it nor its files come from other hosts', async ({
  gateway,
}) => {
  const answer = await gateway.get('/docs', { authorization: '' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const html = await answer.text()
  expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  const files = [...html.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, file]) => `/${file}`)
  expect(files).toHaveLength(4)
  for (const file of files) {
    const served = await gateway.get(file, { authorization: '' })
    expect([served.status, served.headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
  }
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain("connect-src 'self'")
})

test('200: the public keys of receipts, the previous one included, and nothing private', async ({
  gateway,
}) => {
  const answer = await gateway.get('/.well-known/jwks.json', { authorization: '' })
  expect(answer.status).toBe(200)
  const { keys } = (await answer.json()) as { keys: Record<string, string>[] }
  expect(keys.map(({ kid, kty, crv }) => [kid, kty, crv])).toEqual([
    ['test-new', 'OKP', 'Ed25519'],
    ['test-old', 'OKP', 'Ed25519'],
  ])
  expect(keys.some((key) => 'd' in key)).toBe(false)
})

type Document = {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; responses: object; security?: unknown }>>
}

test('200: the gateway describes all of its routes, without a key', async ({ gateway }) => {
  const answer = await gateway.get('/openapi.json', { authorization: '' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  const document = (await answer.json()) as Document
  expect(document.openapi).toBe('3.1.1')
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described).toEqual(
    expect.arrayContaining([
      'POST /chat/completions',
      'POST /completions',
      'POST /embeddings',
      'GET /models',
      'GET /usage',
      'GET /usage/calls/{id}',
      'GET /jobs',
      'POST /mcp',
      'GET /openapi.json',
      'GET /docs',
      'GET /.well-known/jwks.json',
    ]),
  )
  const chat = document.paths['/chat/completions']?.['post']
  expect(Object.keys(chat?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '402',
    '403',
    '404',
    '409',
    '413',
    '429',
    '503',
  ])
})

describe.each([
  ['/docs', '203.0.113.75'],
  ['/openapi.json', '203.0.113.74'],
])('%s', (path, address) => {
  test('304: a client with a current copy gets no body', async ({ gateway }) => {
    const tag = (await gateway.get(path)).headers.get('etag') ?? ''
    const again = await gateway.get(path, { 'if-none-match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('429: an address over its limit is refused', async ({ gateway }) => {
    const headers = { 'x-forwarded-for': address }
    await sendUntilLimited(() => gateway.get('/models', headers))
    const error = await readError(await gateway.get(path, headers))
    expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
  })
})
