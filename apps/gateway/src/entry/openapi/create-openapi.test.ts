import { createServiceNames } from '@gatehouse/models/service-names'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineOperation } from '../operations/operation.ts'
import { createOpenApi } from './create-openapi.ts'
import { describeOperation } from './describe-endpoints.ts'

const operation = defineOperation({
  name: 'list_jobs',
  title: 'List',
  description: 'Lists.',
  rest: { method: 'GET', path: '/things' },
  scope: 'jobs:read',
  isBillable: false,
  capabilities: [],
  input: z.object({ limit: z.coerce.number().int().max(9).default(3).describe('How many') }),
  output: z.object({ count: z.int() }),
  run: async () => ({ body: {} }),
})
const names = createServiceNames('svc')
const route = { method: 'GET', path: '/llm/v1/things', statuses: [200, 429] } as const

test('paths and statuses come from the routes, schemas from the operations', () => {
  const document = createOpenApi(
    [route, { ...route, path: '/health' }],
    [describeOperation(operation)],
    names,
  )
  expect(document['paths']).toEqual({
    '/things': {
      get: expect.objectContaining({
        operationId: 'list_jobs',
        tags: ['Company'],
        security: [{ bearer: [] }],
        description:
          'Lists.\n\nNeeds the scope `jobs:read`.\n\n' +
          '```sh\ncurl -s "$BASE_URL/things" \\\n  -H "Authorization: Bearer $API_KEY"\n```',
        parameters: [
          {
            name: 'limit',
            in: 'query',
            required: false,
            description: 'How many',
            schema: expect.objectContaining({ type: 'integer', maximum: 9, default: 3 }) as unknown,
          },
        ],
      }) as unknown,
    },
  })
  const text = JSON.stringify(document)
  expect(text).toContain('"count":{"type":"integer"')
  expect(text).toContain('"429":{"description":"Too many')
})

test.each([
  ['a read route', {}, 'The key may not do this. Code: `LLM_SCOPE_DENIED`.'],
  [
    'a billable route',
    { isBillable: true },
    'The key may not do this, an invoice is overdue, or the company is suspended. ' +
      'Code: `LLM_SCOPE_DENIED`, `LLM_MODEL_NOT_ALLOWED`, `PLAN_LIMIT_EXCEEDED`, `COMPANY_SUSPENDED`.',
  ],
  ['the tool endpoint', { scope: 'any' }, 'Pages of this origin may not call the gateway. Code: `null`.'],
] as const)('403 of %s lists the codes that it can have', (_what, changes, description) => {
  const endpoint = { ...describeOperation(operation), ...changes }
  const document = createOpenApi([{ ...route, statuses: [403] }], [endpoint], names)
  expect(document['paths']).toMatchObject({ '/things': { get: { responses: { 403: { description } } } } })
})

test('an undescribed route or status fails at startup', () => {
  expect(() => createOpenApi([route], [], names)).toThrow('GET /things is not described')
  const odd = { ...route, statuses: [200, 418] }
  expect(() => createOpenApi([odd], [describeOperation(operation)], names)).toThrow(
    'the status 418 is not described',
  )
})

test('every reference resolves', () => {
  const document = createOpenApi([route], [describeOperation(operation)], names)
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  expect(references.length).toBeGreaterThan(0)
  for (const path of references) {
    const found = path
      .split('/')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], document)
    expect(found, path).toBeTypeOf('object')
  }
})
