// Endpoints whose bodies are forwarded unchanged: only the fields that the gateway itself reads are described.
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { JsonSchema } from '@gatehouse/openapi/openapi-document'
import type { DescribedEndpoint } from './create-openapi.ts'

const model = { type: 'string', description: 'An alias from GET /models' }
const anything = { description: 'Every other field is forwarded unchanged' }
const stream = {
  type: 'boolean',
  description: 'Send the answer in chunks. The last ones are sent once the charge is durable.',
}
const streamOfChunks = {
  type: 'string',
  description: 'Server-sent events with one chunk each, then [DONE]. Usage is always included.',
}
const wholeAnswer = { type: 'object', additionalProperties: true }
const messages = [{ role: 'user', content: 'Say hello.' }]

export function describeChat({ alias }: ServiceNames, chat: DescribedEndpoint): DescribedEndpoint {
  const input = chat.body?.['application/json'] ?? {}
  const properties = { ...(input['properties'] as JsonSchema), stream }
  return {
    ...chat,
    description: `${chat.description} The body is forwarded byte for byte, apart from the model.`,
    body: { 'application/json': { ...input, properties, additionalProperties: anything } },
    answer: { ...chat.answer, 'text/event-stream': streamOfChunks },
    example: { model: alias('chat-default'), messages },
  }
}

export const describeCompletions = ({ alias }: ServiceNames): DescribedEndpoint => ({
  method: 'POST',
  path: '/completions',
  id: 'completions',
  title: 'Complete',
  description: 'The legacy completion format. For models that only support chat, it is translated.',
  scope: 'inference:chat',
  isBillable: true,
  body: {
    'application/json': {
      type: 'object',
      required: ['model', 'prompt'],
      properties: { model, prompt: { type: 'string' }, stream },
      additionalProperties: anything,
    },
  },
  answer: { 'application/json': wholeAnswer, 'text/event-stream': streamOfChunks },
  example: { model: alias('chat-default'), prompt: 'Say hello.' },
})

export const describeEmbeddings = ({ alias }: ServiceNames): DescribedEndpoint => ({
  method: 'POST',
  path: '/embeddings',
  id: 'embeddings',
  title: 'Embed',
  description: 'Text in, vectors out, as numbers or as base64.',
  scope: 'inference:chat',
  isBillable: true,
  body: {
    'application/json': {
      type: 'object',
      required: ['model', 'input'],
      properties: {
        model,
        input: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
        encoding_format: { enum: ['float', 'base64'] },
      },
      additionalProperties: anything,
    },
  },
  answer: { 'application/json': wholeAnswer },
  example: { model: alias('embed-default'), input: 'Say hello.' },
})
