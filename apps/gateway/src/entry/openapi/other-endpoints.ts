import { modelOutput } from '../operations/model-body.ts'
import type { DescribedEndpoint } from './create-openapi.ts'
import { toJsonSchema } from '@gatehouse/openapi/to-json-schema'

export const model: DescribedEndpoint = {
  method: 'GET',
  path: '/models/{id}',
  id: 'get_model',
  title: 'Get a model',
  description:
    'One alias with its price and limits. The slash of the id may be sent as it is or encoded, as svc%2Fchat-default.',
  scope: 'inference:chat',
  isBillable: false,
  answer: { 'application/json': toJsonSchema(modelOutput, 'output') },
}

export const usageCall: DescribedEndpoint = {
  method: 'GET',
  path: '/usage/calls/{id}',
  id: 'get_receipt',
  title: 'Get a receipt',
  description:
    'The cost of a call made with this key, and how it was determined. The id is the x-request-id of its answer. ' +
    'jws is the same receipt, signed with one of the keys in /.well-known/jwks.json; null if the gateway has no key.',
  scope: 'usage:read',
  isBillable: false,
  answer: { 'application/json': { type: 'object', additionalProperties: true } },
}

export const mcp: DescribedEndpoint = {
  method: 'POST',
  path: '/mcp',
  id: 'mcp',
  title: 'Call tools',
  description:
    'The same operations as MCP tools over Streamable HTTP, without sessions, in protocol revisions 2026-07-28 and 2025. ' +
    'A key sees the tools of its scopes.',
  scope: 'any',
  isBillable: false,
  body: {
    'application/json': {
      type: 'object',
      required: ['jsonrpc', 'method'],
      properties: {
        jsonrpc: { const: '2.0' },
        id: {},
        method: { type: 'string' },
        params: { type: 'object' },
      },
    },
  },
  answer: {
    'application/json': { type: 'object', additionalProperties: true },
    'text/event-stream': { type: 'string' },
  },
  example: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
}

export const openApi: DescribedEndpoint = {
  method: 'GET',
  path: '/openapi.json',
  id: 'get_openapi',
  title: 'Get this description',
  description: 'OpenAPI 3.1.',
  scope: null,
  isBillable: false,
  answer: { 'application/json': { type: 'object', additionalProperties: true } },
}

export const docs: DescribedEndpoint = {
  method: 'GET',
  path: '/docs',
  id: 'get_docs',
  title: 'Read and try it',
  description: 'A page that shows this description and sends requests.',
  scope: null,
  isBillable: false,
  answer: { 'text/html': { type: 'string' } },
}

export const receiptKeys: DescribedEndpoint = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  id: 'get_receipt_keys',
  title: 'Get the keys of receipts',
  description: 'The public keys with which signed receipts are verified, as a JSON Web Key Set.',
  scope: null,
  isBillable: false,
  answer: { 'application/json': { type: 'object', additionalProperties: true } },
}
