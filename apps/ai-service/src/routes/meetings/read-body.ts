import { Fault } from '@gatehouse/runtime/fault'
import type { z } from 'zod'

/** Parses the body; throws a fault that names the first error. */
export function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  throw new Fault({
    kind: 'invalid',
    code: 'meetings.body_invalid',
    publicMessage: `${where === '' ? 'The body' : where} is invalid: ${issue?.message ?? 'unknown'}.`,
  })
}
