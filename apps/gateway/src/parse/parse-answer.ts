import type { TokenUsage } from '@gatehouse/calls/call'
import { parsedCvSchema } from '@gatehouse/parsing/parsed-cv'
import { parsedJdSchema } from '@gatehouse/parsing/parsed-jd'
import type { ParseKind } from '@gatehouse/parsing/subject'
import { z } from 'zod'

const frame = {
  id: z.string().describe('Id of the call; its receipt is at /usage/calls/{id}'),
  model: z.string().describe('The requested alias'),
  created: z.int().describe('Unix time in seconds'),
  usage: z.object({
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
    prompt_tokens_details: z.object({ cached_tokens: z.int() }),
  }),
}

/** The answer of /parse/cv. */
export const cvAnswerSchema = z.object({ object: z.literal('cv.parse'), ...frame, ...parsedCvSchema.shape })

/** The answer of /parse/jd. */
export const jdAnswerSchema = z.object({ object: z.literal('jd.parse'), ...frame, ...parsedJdSchema.shape })

export type AnswerFrame = {
  id: string
  parseKind: ParseKind
  model: string
  createdMs: number
  usage: TokenUsage
}

/** `parsed` is the JSON of the result, and `usage` the total of all requests to the model. */
export function composeParseAnswer(
  parsed: Buffer,
  { id, parseKind, model, createdMs, usage }: AnswerFrame,
): Buffer {
  const { promptTokens, completionTokens, cachedTokens } = usage
  const created = Math.floor(createdMs / 1_000)
  const head = JSON.stringify({ id, object: `${parseKind}.parse`, model, created })
  const total = {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens },
  }
  // The members of three objects in one, without parsing the largest.
  return Buffer.concat([
    Buffer.from(`${head.slice(0, -1)},`),
    parsed.subarray(1, -1),
    Buffer.from(`,"usage":${JSON.stringify(total)}}`),
  ])
}
