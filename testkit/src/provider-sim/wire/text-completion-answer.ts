// The legacy completion endpoint. It accepts several prompts, each with its own `n` choices.
import { z } from 'zod'
import { answerText } from '../answer/answer-text.ts'
import { type Choice, textChoice } from '../answer/compose-choices.ts'
import { seededRandom } from '../answer/seeded-random.ts'
import { type AnswerContext, generationAnswer, type GenerationForm } from './generation-answer.ts'
import { generationFields, parseRequest, refuseStrayStreamOptions } from './generation-request.ts'
import { countInputTokens, inputSchema, inputTexts } from './text-input.ts'
import type { WireAnswer } from './wire-answer.ts'

const textCompletionSchema = z
  .looseObject({ ...generationFields, prompt: inputSchema.nullish() })
  .superRefine(refuseStrayStreamOptions)

export function textCompletionAnswer(body: Buffer, context: AnswerContext): WireAnswer {
  const request = parseRequest(textCompletionSchema, body)
  const prompt = request.prompt ?? ''
  const choices = inputTexts(prompt).flatMap((text, promptIndex) =>
    Array.from({ length: request.n ?? 1 }, (_, index) => {
      const random = seededRandom(`${context.seed}:${promptIndex}:${index}`)
      const { stop, max_tokens: tokensMax } = request
      const composed = () => answerText({ role: 'user', text }, random)
      return textChoice({ text: composed, plan: context.plan, stop, tokensMax })
    }),
  )
  const promptTokens = countInputTokens(prompt)
  return generationAnswer({ form: TEXT_FORM, request, choices, promptTokens }, context)
}

const TEXT_FORM: GenerationForm = {
  idPrefix: 'cmpl',
  object: 'text_completion',
  chunkObject: 'text_completion',
  entries: {
    content: (index, _choice, text) => entry(index, text, null),
    finish: (index, choice) => entry(index, '', choice.finishReason),
    whole: (index, choice) => entry(index, choice.filler + choice.text, choice.finishReason),
  },
}

function entry(index: number, text: string, finishReason: Choice['finishReason'] | null): object {
  return { text, index, logprobs: null, finish_reason: finishReason }
}
