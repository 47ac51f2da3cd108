import { expect } from 'vitest'
import { test } from '../../testing/worker-gateway.ts'

type Document = {
  openapi: string
  paths: Record<string, Record<string, { operationId: string; responses: object; security?: unknown }>>
}

test('the gateway describes all of its routes, without a key', async ({ gateway }) => {
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
