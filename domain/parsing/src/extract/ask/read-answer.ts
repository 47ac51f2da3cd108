// Parses a model's answer. Almost valid JSON is repaired by rules first. If the result does not match the schema, the
// problems are reported, so that the model can be asked once more, and the matching parts are kept in case that does
// not help.
import { jsonrepair } from 'jsonrepair'
import { z } from 'zod'
import { cleanText } from '@gatehouse/reading/text-lines'
import type { Subject } from '../question/subject.ts'

export type ReadAnswer<Answer> =
  | { kind: 'whole'; answer: Answer }
  | { kind: 'partial'; answer: Answer; problems: readonly string[] }
  | { kind: 'unreadable' }

const problemsMax = 20

export function readAnswer<Answer>(
  { answerSchema }: Pick<Subject<Answer>, 'answerSchema'>,
  text: string,
): ReadAnswer<Answer> {
  const value = parseLoosely(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'unreadable' }
  const fields = value as Readonly<Record<string, unknown>>
  if (!Object.keys(answerSchema.shape).some((name) => name in fields)) return { kind: 'unreadable' }
  const parsed = answerSchema.safeParse(value)
  if (parsed.success) return { kind: 'whole', answer: parsed.data }
  const problems = parsed.error.issues
    .slice(0, problemsMax)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
  return { kind: 'partial', answer: keepWhatFits(answerSchema, fields), problems }
}

/** Models wrap JSON in fences and prose, and omit commas and quotes within it. */
function parseLoosely(text: string): unknown {
  const from = text.indexOf('{')
  if (from < 0) return undefined
  const object = text.slice(from, text.lastIndexOf('}') + 1 || undefined)
  try {
    return JSON.parse(object, clean)
  } catch {
    return repair(text.slice(from).replace(/\n?```[^}]*$/, ''))
  }
}

/** Cleans strings like the lines of the document that they will be compared with. */
function clean(_: string, value: unknown): unknown {
  return typeof value === 'string' ? cleanText(value) : value
}

function repair(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text), clean)
  } catch {
    return undefined
  }
}

/** Keeps valid fields and, of invalid lists, the valid items. */
function keepWhatFits<Answer>(
  schema: Subject<Answer>['answerSchema'],
  fields: Readonly<Record<string, unknown>>,
): Answer {
  const kept = Object.entries(schema.shape).map(([name, field]) => {
    const type = field as z.ZodType
    const value = fields[name]
    if (type.safeParse(value).success) return [name, value]
    const items = Array.isArray(value) ? value.filter((item) => type.safeParse([item]).success) : undefined
    return [name, items]
  })
  return schema.parse(Object.fromEntries(kept))
}

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
