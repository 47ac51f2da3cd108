// Turns composed choices into an answer, streamed or whole, in chat or legacy form.
import type { Choice } from '../answer/compose-choices.ts'
import type { FaultPlan } from '../plan/fault-plan.ts'
import { answerFrames, type ChunkEntries } from './answer-frames.ts'
import { finalUsage } from './usage.ts'
import { jsonAnswer, streamAnswer, type WireAnswer } from './wire-answer.ts'

/** Fixed, because the same request must get the same bytes. */
export const CREATED_AT = Date.UTC(2026, 0, 1) / 1_000

/** The seed is a hash of the request's body. */
export type AnswerContext = { seed: string; plan: FaultPlan }

export type GenerationForm = {
  idPrefix: string
  object: string
  chunkObject: string
  entries: ChunkEntries & { whole(index: number, choice: Choice): object }
}

type Generation = {
  form: GenerationForm
  request: { model: string; stream?: boolean | undefined; stream_options?: StreamOptions | undefined }
  choices: readonly Choice[]
  promptTokens: number
}

type StreamOptions = { include_usage?: boolean | undefined }

export function generationAnswer(generation: Generation, { seed, plan }: AnswerContext): WireAnswer {
  const { form, request, choices, promptTokens } = generation
  const completionTokens = choices.reduce((sum, { tokens }) => sum + tokens, 0)
  const counts = { promptTokens, completionTokens }
  const envelope = {
    id: `${form.idPrefix}-sim-${seed}`,
    object: request.stream ? form.chunkObject : form.object,
    created: CREATED_AT,
    model: request.model,
    system_fingerprint: 'fp_sim',
  }
  if (request.stream) {
    const isUsageAsked = request.stream_options?.include_usage ?? false
    const { entries } = form
    return streamAnswer(
      answerFrames({ choices, counts, isUsageAsked, usagePlan: plan.usage, envelope, entries }),
    )
  }
  const whole = choices.map((choice, index) => form.entries.whole(index, choice))
  const usage = plan.usage?.place === 'nowhere' ? {} : { usage: finalUsage(counts, plan.usage) }
  return jsonAnswer({ ...envelope, choices: whole, ...usage }, completionTokens)
}
