// The part of a chat request that affects the answer. Everything else is accepted unread, as real providers do.
import { z } from 'zod'
import type { UnknownForm } from '../plan/fault-plan.ts'
import { generationFields, optional, refuseStrayStreamOptions } from './generation-request.ts'
import { invalidRequest } from './wire-error.ts'

const contentPart = z.looseObject({ type: z.string(), text: z.string().optional() })

const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(contentPart)]).nullish(),
  tool_calls: optional(z.array(z.unknown())),
})

const tool = z.looseObject({
  type: z.string(),
  function: z.looseObject({ name: z.string(), parameters: z.unknown().optional() }).optional(),
})

const toolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }),
])

const responseFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({ name: z.string(), schema: z.unknown() }),
  }),
])

export const chatRequestSchema = z
  .looseObject({
    ...generationFields,
    messages: z.array(message).min(1),
    max_completion_tokens: optional(z.int().min(1)),
    tools: optional(z.array(tool)),
    tool_choice: optional(toolChoice),
    response_format: optional(responseFormat),
  })
  .superRefine(refuseStrayStreamOptions)
  .superRefine(({ tools = [], tool_choice: choice }, context) => {
    if (choice === undefined || choice === 'auto' || choice === 'none') return
    const isFound = tools.some(
      ({ function: found }) => choice === 'required' || found?.name === choice.function.name,
    )
    if (!isFound)
      context.addIssue({ code: 'custom', path: ['tool_choice'], message: 'No such tool is given.' })
  })

export type ChatRequest = z.infer<typeof chatRequestSchema>
export type ChatMessage = z.infer<typeof message>

export function messageText({ content }: ChatMessage): string {
  if (!content) return ''
  if (typeof content === 'string') return content
  return content.flatMap((part) => part.text ?? []).join('\n')
}

const paramOf: Readonly<Record<UnknownForm, string>> = {
  json_schema: 'response_format',
  json_object: 'response_format',
  tools: 'tools',
  temperature: 'temperature',
  max_tokens: 'max_tokens',
}

/**
 * Rejects with a 400 that names the unsupported feature, like providers that implement only part of the wire format.
 */
export function refuseUnknownForm(request: ChatRequest, unknown: readonly UnknownForm[]): void {
  const used = new Set([
    ...['tools', 'temperature', 'max_tokens'].filter((name) => name in request),
    request.response_format?.type,
  ])
  const form = unknown.find((name) => used.has(name))
  if (form === undefined) return
  const param = paramOf[form]
  throw invalidRequest(`This model does not support ${param}${param === form ? '' : ` ${form}`}.`, param)
}
