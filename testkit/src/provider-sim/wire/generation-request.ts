// What chat and legacy completion requests share, and how a body is parsed and checked.
import { z } from 'zod'
import { invalidRequest } from './wire-error.ts'

/** The wire format accepts null for "not given" everywhere. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined)
}

export const generationFields = {
  model: z.string().min(1),
  n: optional(z.int().min(1).max(128)),
  max_tokens: optional(z.int().min(1)),
  stop: optional(z.union([z.string(), z.array(z.string()).max(4)])),
  stream: optional(z.boolean()),
  stream_options: optional(z.looseObject({ include_usage: z.boolean().optional() })),
}

/**
 * Rejects `stream_options` without `stream`, as real providers do. This catches a gateway that requests usage without
 * streaming.
 */
export function refuseStrayStreamOptions(
  request: { stream?: boolean | undefined; stream_options?: unknown },
  context: z.RefinementCtx,
): void {
  if (request.stream || request.stream_options === undefined) return
  context.addIssue({
    code: 'custom',
    path: ['stream_options'],
    message: "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
  })
}

export function parseRequest<Schema extends z.ZodType>(schema: Schema, body: Buffer): z.infer<Schema> {
  const result = schema.safeParse(parseJson(body))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalidRequest(issue?.message ?? 'The request is not valid.', issue?.path.join('.') || null)
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw invalidRequest('We could not parse the JSON body of your request.')
  }
}

/** The text up to the first stop sequence. */
export function cutAtStop(text: string, stop: string | readonly string[] | undefined): string {
  const sequences = (typeof stop === 'string' ? [stop] : (stop ?? [])).filter((sequence) => sequence !== '')
  const ends = sequences.map((sequence) => text.indexOf(sequence)).filter((index) => index >= 0)
  return text.slice(0, Math.min(text.length, ...ends))
}
