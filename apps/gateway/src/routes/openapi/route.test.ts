import { expect } from 'vitest'
import { sendUntilLimited } from '../../testing/send-until-limited.ts'
import { readError } from '../../testing/read-error.ts'
import { test } from '../../testing/worker-gateway.ts'

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

test('304: a client with a current copy gets no body', async ({ gateway }) => {
  const tag = (await gateway.get('/openapi.json')).headers.get('etag') ?? ''
  const again = await gateway.get('/openapi.json', { 'if-none-match': tag })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('429: an address over its limit is refused', async ({ gateway }) => {
  const headers = { 'x-forwarded-for': '203.0.113.74' }
  await sendUntilLimited(() => gateway.get('/models', headers))
  const error = await readError(await gateway.get('/openapi.json', headers))
  expect(error).toMatchObject({ status: 429, type: 'rate_limit_error', code: null })
})
