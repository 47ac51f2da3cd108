import { Fault } from '@gatehouse/runtime/fault'
import type { z } from 'zod'

/** The body as the schema has it, or a refusal that names the first thing that is wrong with it. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  throw new Fault({
    kind: 'invalid',
    code: 'meetings.body_invalid',
    publicMessage: `${where === '' ? 'The body' : where} is not as it should be: ${issue?.message ?? 'unknown'}.`,
  })
}
