// The endpoints whose bodies are forwarded as they come: what is said of them here is what the gateway itself looks at.
import type { ServiceNames } from '@gatehouse/models/service-names'
import type { DescribedEndpoint, JsonSchema } from './described-endpoint.ts'

const model = { type: 'string', description: 'An alias that GET /models lists' }
const anything = { description: 'Every other field is forwarded as it came' }
const stream = {
  type: 'boolean',
  description: 'Answer in chunks. The last ones come when the charge is durable.',
}
const streamOfChunks = {
  type: 'string',
  description: 'Server-sent events, each one chunk, then [DONE]. Usage is always among them.',
}
const wholeAnswer = { type: 'object', additionalProperties: true }
const messages = [{ role: 'user', content: 'Say hello.' }]

export function describeChat({ alias }: ServiceNames, chat: DescribedEndpoint): DescribedEndpoint {
  const asked = chat.body?.['application/json'] ?? {}
  const properties = { ...(asked['properties'] as JsonSchema), stream }
  return {
    ...chat,
    description: `${chat.description} The body is forwarded byte for byte, apart from the model.`,
    body: { 'application/json': { ...asked, properties, additionalProperties: anything } },
    answer: { ...chat.answer, 'text/event-stream': streamOfChunks },
    example: { model: alias('chat-default'), messages },
  }
}

export const describeCompletions = ({ alias }: ServiceNames): DescribedEndpoint => ({
  method: 'POST',
  path: '/completions',
  id: 'completions',
  title: 'Complete',
  description: 'The legacy completion shape. Where a model knows only chat, it is translated.',
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
