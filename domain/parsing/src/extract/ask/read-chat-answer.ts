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
  /** The answer reached the limit of output tokens. */
  | { kind: 'cut_off' }
  /** No usable answer: empty, a refusal, or filtered. */
  | { kind: 'nothing' }

/** Returns the model's answer, either its text or the arguments of its tool call. */
export function readChatAnswer(body: unknown): ChatAnswer {
  const completion = completionSchema.safeParse(body)
  const choice = completion.data?.choices[0]
  if (!choice) return { kind: 'nothing' }
  if (choice.finish_reason === 'length') return { kind: 'cut_off' }
  const text = choice.message.tool_calls?.[0]?.function?.arguments ?? choice.message.content ?? ''
  return text.trim() === '' ? { kind: 'nothing' } : { kind: 'text', text }
}
