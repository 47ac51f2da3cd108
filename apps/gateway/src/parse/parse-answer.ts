import type { TokenUsage } from '@gatehouse/calls/call'
import { type ParsedCv, parsedCvSchema } from '@gatehouse/parsing/parsed-cv'
import { type ParsedJd, parsedJdSchema } from '@gatehouse/parsing/parsed-jd'
import { z } from 'zod'

export type Parsed = ParsedCv | ParsedJd

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

export type AnswerFrame = { id: string; model: string; createdMs: number; usage: TokenUsage }

/** `usage` is the total of all requests to the model. */
export function composeParseAnswer(parsed: Parsed, { id, model, createdMs, usage }: AnswerFrame): Buffer {
  const { promptTokens, completionTokens, cachedTokens } = usage
  const answer = {
    id,
    object: parsed.schema === 'parsed_cv/1.0' ? 'cv.parse' : 'jd.parse',
    model,
    created: Math.floor(createdMs / 1_000),
    ...parsed,
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    },
  }
  return Buffer.from(JSON.stringify(answer))
}
