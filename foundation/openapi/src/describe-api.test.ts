import { defineRoute } from '@gatehouse/http/define-route'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from './describe-api.ts'
import { problemSchema } from './with-docs-routes.ts'

const handle = async () => undefined
const routes = [
  defineRoute({ method: 'GET', path: '/bare/:thing_id/parts/:id', statuses: [200, 404], handle }),
  defineRoute({
    method: 'POST',
    path: '/things',
    statuses: [202, 400, 401],
    isInternal: true,
    docs: {
      summary: 'Make a thing',
      description: 'At once.',
      tag: 'Things',
      query: z.strictObject({
        limit: z.string().regex(/^\d+$/).transform(Number).default(20).describe('How many'),
        since: z.iso.datetime({ offset: true }),
      }),
      body: z.strictObject({ at: z.iso.datetime().transform((value) => new Date(value)), count: z.int() }),
      answer: z.strictObject({ id: z.string() }),
      when: { 202: 'It will be made' },
    },
    handle,
  }),
  defineRoute({
    method: 'GET',
    path: '/things',
    statuses: [200, 503],
    docs: {
      summary: 'List things',
      tag: 'Things',
      answer: z.strictObject({ ok: z.boolean() }),
      errorStatusesWithAnswer: [503],
    },
    handle,
  }),
]
const api = {
  title: 'Things',
  version: '1',
  description: 'All things.',
  routes,
  error: { contentType: 'application/problem+json', schema: problemSchema },
  bearer: {
    description: 'A secret',
    isNeeded: ({ isInternal }: { isInternal?: boolean }) => isInternal === true,
  },
}
const error = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } }

test('paths, methods, statuses and authentication are taken from the routes', () => {
  const document = describeApi(api)
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: { title: 'Things', version: '1', description: 'All things.' },
    tags: [{ name: 'Other' }, { name: 'Things' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'A secret' } } },
  })
  expect(Object.keys(document.paths)).toEqual(['/bare/{thing_id}/parts/{id}', '/things'])
  expect(document.paths['/bare/{thing_id}/parts/{id}']?.['get']).toEqual({
    operationId: 'getBareThingIdPartsId',
    summary: 'GET /bare/:thing_id/parts/:id',
    description: '```sh\ncurl -s "$BASE_URL/bare/{thing_id}/parts/{id}"\n```',
    tags: ['Other'],
    parameters: ['thing_id', 'id'].map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    responses: { 200: { description: 'OK' }, 404: { description: 'Not Found', content: error } },
  })
})

test('queries and bodies have their input schema, answers their output schema', () => {
  const post = describeApi(api).paths['/things']?.['post']
  expect(post).toEqual({
    operationId: 'postThings',
    summary: 'Make a thing',
    description: expect.stringMatching(/^At once\.\n\n```sh\ncurl -s "\$BASE_URL\/things"/) as unknown,
    tags: ['Things'],
    parameters: [
      {
        name: 'limit',
        in: 'query',
        required: false,
        description: 'How many',
        schema: { type: 'string', pattern: String.raw`^\d+$` },
      },
      { name: 'since', in: 'query', required: true, schema: { type: 'string', format: 'date-time' } },
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { at: { type: 'string', format: 'date-time' }, count: { type: 'integer' } },
            required: ['at', 'count'],
            additionalProperties: false,
          },
        },
      },
    },
    responses: {
      202: {
        description: 'It will be made',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { id: { type: 'string' } },
              required: ['id'],
              additionalProperties: false,
            },
          },
        },
      },
      400: { description: 'Bad Request', content: error },
      401: { description: 'Unauthorized', content: error },
    },
    security: [{ bearer: [] }],
  })
})

test('an error status that uses the success body is described with that body', () => {
  const { responses } = describeApi(api).paths['/things']?.['get'] ?? {}
  expect(responses?.['503']?.content).toEqual(responses?.['200']?.content)
})
