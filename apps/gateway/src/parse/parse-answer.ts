import type { TokenUsage } from '@gatehouse/calls/call'
import { type ParsedCv, parsedCvSchema } from '@gatehouse/parsing/parsed-cv'
import { type ParsedJd, parsedJdSchema } from '@gatehouse/parsing/parsed-jd'
import { z } from 'zod'

export type Parsed = ParsedCv | ParsedJd

const frame = {
  id: z.string().describe('Of the call: its receipt is at /usage/calls/{id}'),
  model: z.string().describe('The alias that was asked for'),
  created: z.int().describe('Seconds since 1970'),
  usage: z.object({
    prompt_tokens: z.int(),
    completion_tokens: z.int(),
    total_tokens: z.int(),
    prompt_tokens_details: z.object({ cached_tokens: z.int() }),
  }),
}

/** What /parse/cv answers. */
export const cvAnswerSchema = z.object({ object: z.literal('cv.parse'), ...frame, ...parsedCvSchema.shape })

/** What /parse/jd answers. */
export const jdAnswerSchema = z.object({ object: z.literal('jd.parse'), ...frame, ...parsedJdSchema.shape })

export type AnswerFrame = { id: string; model: string; createdMs: number; usage: TokenUsage }

/** Usage is what all questions to the model took together. */
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
