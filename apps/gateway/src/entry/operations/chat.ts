// Chat for callers that pass arguments instead of bytes. The route /chat/completions forwards bodies unchanged; from
// `run-call.ts` on, both are the same call.
import { z } from 'zod'
import { CollectedAnswer } from './collected-answer.ts'
import { chatEndpoint } from '../../call/endpoint.ts'
import { passThroughFormat } from '../../model/wire-formats.ts'
import type { CallDeps } from '../../call/call-deps.ts'
import { runCall } from '../../model/run-call.ts'
import { chatInput, toChatBody } from './inputs.ts'
import { type Caller, type Operation, defineOperation } from './operation.ts'

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

export function chat(deps: CallDeps): Operation {
  return defineOperation({
    name: 'chat',
    title: 'Chat',
    description: 'Asks a model for the next message of a conversation. Charged by the tokens used.',
    rest: { method: 'POST', path: chatEndpoint.path },
    scope: chatEndpoint.scope,
    isBillable: true,
    capabilities: chatEndpoint.capabilities,
    input: chatInput,
    output,
    run: async (input, caller) => runChat(deps, toChatBody(input), caller),
    runBytes: async (body, caller) => runChat(deps, body, caller),
  })
}

async function runChat(deps: CallDeps, body: Buffer, caller: Caller) {
  const { id, key, context, timings, bytes } = caller
  const answer = new CollectedAnswer(caller)
  await runCall(deps, served, {
    id,
    key,
    body,
    contentType: 'application/json',
    context,
    timings,
    isDryRun: false,
    idempotencyKey: undefined,
    bytes,
    sink: answer,
  })
  return answer.read()
}
