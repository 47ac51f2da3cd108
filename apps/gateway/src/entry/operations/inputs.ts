// The input of the operations that take large arguments.
import { z } from 'zod'

// Strict: silently dropping an argument, such as tools, would be worse than refusing it.
export const chatInput = z.strictObject({
  model: z.string().min(1).describe('A model alias from list_models'),
  messages: z
    .array(z.looseObject({ role: z.string().min(1), content: z.string() }))
    .min(1)
    .describe('The conversation so far, oldest first'),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.int().min(1).optional().describe('Maximum number of tokens in the answer'),
})

/** The body of the call that the arguments stand for. */
export function toChatBody({ model, messages, temperature, max_tokens }: z.output<typeof chatInput>): Buffer {
  return Buffer.from(JSON.stringify({ model, messages, temperature, max_tokens }))
}

export const parseInput = (defaultAlias: string) =>
  z.strictObject({
    text: z.string().describe('The whole text, at most 200,000 characters'),
    model: z.string().min(1).optional().describe(`An alias for extraction; ${defaultAlias} by default`),
  })
