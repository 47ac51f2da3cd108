// The query parameters of the log routes.
import type { LogPosition, LogSearch } from '@gatehouse/redis/read-recent-logs'
import { Fault } from '@gatehouse/runtime/fault'
import { logLevels } from '@gatehouse/telemetry/create-logger'
import { z } from 'zod'

const textLengthMax = 200

const time = z.iso
  .datetime({ offset: true, error: 'must be a time such as 2026-01-31T12:00:00Z' })
  .transform((value) => Date.parse(value))

const cursor = z.string().transform((value, context) => {
  const [, messageId, line] = /^(\d{1,15}-\d{1,10}):(\d{1,6})$/.exec(decode(value)) ?? []
  if (messageId !== undefined) return { messageId, line: Number(line) }
  context.addIssue({ code: 'custom', message: 'must be the next_cursor of an earlier answer' })
  return z.NEVER
})

function pageSize({ fallback, max }: { fallback: number; max: number }) {
  const message = `must be a whole number from 1 to ${max}`
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, message)
    .default(fallback)
}

const filters = {
  service: z.string().max(textLengthMax).optional().describe('gateway, backend or ai-service'),
  from: time.optional(),
  to: time.optional(),
}

export const logQuerySchema = z.strictObject({
  ...filters,
  level: z
    .enum(logLevels, `must be one of ${logLevels.join(', ')}`)
    .optional()
    .describe('This level and above'),
  q: z.string().max(textLengthMax).optional().describe('Text in the message or context'),
  cursor: cursor.optional().describe('next_cursor of the previous page'),
  limit: pageSize({ fallback: 100, max: 500 }),
})

export const errorQuerySchema = z.strictObject({
  ...filters,
  limit: pageSize({ fallback: 50, max: 200 }),
})

export function toSearch(query: z.output<typeof logQuerySchema>): LogSearch {
  const { level, service, q, from, to, cursor: before, limit } = query
  return { level, service, text: q, fromMs: from, toMs: to, before, limit }
}

export function toCursor({ messageId, line }: LogPosition): string {
  return Buffer.from(`${messageId}:${line}`).toString('base64url')
}

/** Lines that reached Redis before this time were not looked at. A message id begins with the time of its arrival. */
export function toSearchedTo({ messageId }: LogPosition): string {
  return new Date(Number(messageId.split('-', 1)[0])).toISOString()
}

/** Throws a fault that lists all errors, each with the name of its parameter. */
export function readQuery<Schema extends z.ZodType>(schema: Schema, query: unknown): z.output<Schema> {
  const parsed = schema.safeParse(query)
  if (parsed.success) return parsed.data
  const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim())
  throw new Fault({
    kind: 'invalid',
    code: 'monitoring.bad_query',
    publicMessage: `The query is wrong: ${wrong.join('; ')}.`,
  })
}

function decode(value: string): string {
  return Buffer.from(value, 'base64url').toString()
}
