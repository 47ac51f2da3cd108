import { z } from 'zod'

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ function: z.object({ arguments: z.string() }).optional() }))
            .nullish(),
        }),
      }),
    )
    .min(1),
})

export type ChatAnswer =
  | { kind: 'text'; text: string }
  /** The model had more to say than it may. */
  | { kind: 'cut_off' }
  /** Nothing came that could be read: an empty answer, a refusal, a filter. */
  | { kind: 'nothing' }

/** What a model said, be it in words or as the arguments of a tool. */
export function readChatAnswer(body: unknown): ChatAnswer {
  const completion = completionSchema.safeParse(body)
  const choice = completion.data?.choices[0]
  if (!choice) return { kind: 'nothing' }
  if (choice.finish_reason === 'length') return { kind: 'cut_off' }
  const text = choice.message.tool_calls?.[0]?.function?.arguments ?? choice.message.content ?? ''
  return text.trim() === '' ? { kind: 'nothing' } : { kind: 'text', text }
}
