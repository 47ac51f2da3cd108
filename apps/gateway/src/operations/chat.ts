// Chat for callers that pass arguments instead of bytes. The route /chat/completions forwards bodies unchanged; from
// `run-call.ts` on, both are the same call.
import { z } from 'zod'
import { CollectedAnswer } from '../inference/answer/collected-answer.ts'
import { chatEndpoint } from '../inference/endpoint.ts'
import { passThroughFormat } from '../inference/wire-formats.ts'
import type { InferenceDeps } from '../inference/inference-deps.ts'
import { runCall } from '../inference/run-call.ts'
import { type Operation, defineOperation } from './operation.ts'

// Strict: silently dropping an argument, such as tools, would be worse than refusing it.
const input = z.strictObject({
  model: z.string().min(1).describe('A model alias from list_models'),
  messages: z
    .array(z.looseObject({ role: z.string().min(1), content: z.string() }))
    .min(1)
    .describe('The conversation so far, oldest first'),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.int().min(1).optional().describe('Maximum number of tokens in the answer'),
})

// All other fields of the model's answer are passed on unchanged.
const output = z.looseObject({
  object: z.string().optional(),
  model: z.string().optional().describe('The requested alias'),
  choices: z.array(
    z.looseObject({
      index: z.int().optional(),
      message: z.looseObject({ role: z.string().optional(), content: z.string().nullable().optional() }),
      finish_reason: z.string().nullable().optional(),
    }),
  ),
  usage: z
    .looseObject({
      prompt_tokens: z.int(),
      completion_tokens: z.int().optional(),
      total_tokens: z.int().optional(),
    })
    .nullable()
    .optional(),
})

const served = { endpoint: chatEndpoint, format: passThroughFormat(chatEndpoint.path) }

export function chat(deps: InferenceDeps): Operation {
  return defineOperation({
    name: 'chat',
    title: 'Chat',
    description: 'Asks a model for the next message of a conversation. Charged by the tokens used.',
    rest: { method: 'POST', path: chatEndpoint.path },
    scope: chatEndpoint.scope,
    isBillable: true,
    capabilities: chatEndpoint.capabilities,
    input,
    output,
    async run({ model, messages, temperature, max_tokens }, caller) {
      const { id, key, context, timings, bytes } = caller
      const answer = new CollectedAnswer(caller)
      await runCall(deps, served, {
        id,
        key,
        body: Buffer.from(JSON.stringify({ model, messages, temperature, max_tokens })),
        contentType: 'application/json',
        context,
        timings,
        isDryRun: false,
        idempotencyKey: undefined,
        bytes,
        sink: answer,
      })
      return answer.read()
    },
  })
}
