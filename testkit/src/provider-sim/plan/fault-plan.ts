// What a test can make the simulator do with one request, in three independent dimensions that combine freely: at most
// one fault (how the exchange goes wrong), the usage report (which numbers, and where), and the shape (how correct
// content is laid out on the wire).
import { z } from 'zod'

const count = z.int().min(0)
const delayMs = z.number().min(0)

/**
 * A position in a stream: after that many whole frames, or after the last frame of that part. A stream is role frames,
 * content frames, finish frames, a usage frame if requested, and `[DONE]`. A JSON answer has no inner positions: there,
 * every point means "headers sent, body not".
 */
const framePointSchema = z.union([count, z.enum(['role', 'content', 'finish', 'usage', 'done'])])

const wireErrorFields = {
  message: z.string().optional(),
  type: z.string().optional(),
  code: z.string().nullable().optional(),
}

const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('reset_before_headers') }),
  z.strictObject({ kind: z.literal('hang_before_headers') }),
  z.strictObject({
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    /** Seconds, or an HTTP date, sent verbatim in the header. */
    retryAfter: z.union([z.number(), z.string()]).optional(),
    /** The response of a proxy in front of a provider: an HTML page instead of the error envelope. */
    html: z.boolean().optional(),
    ...wireErrorFields,
  }),
  /** Status 200 with a body that is not an answer. */
  z.strictObject({ kind: z.literal('garbage_body'), body: z.enum(['invalid_json', 'html']) }),
  /** One frame that is not JSON; the stream then continues normally. */
  z.strictObject({ kind: z.literal('garbage_frame'), after: framePointSchema }),
  z.strictObject({ kind: z.literal('hang_mid_stream'), after: framePointSchema }),
  /** Closes the connection without ending the HTTP body. */
  z.strictObject({ kind: z.literal('cut_between_frames'), after: framePointSchema }),
  /**
   * Like `cut_between_frames`, but after `bytes` bytes of the following frame. The cut is always inside that frame,
   * however large `bytes` is.
   */
  z.strictObject({ kind: z.literal('cut_mid_frame'), after: framePointSchema, bytes: z.int().min(1) }),
  /** Ends the HTTP body correctly, but without `[DONE]`; by default only `[DONE]` is missing. */
  z.strictObject({ kind: z.literal('end_early'), after: framePointSchema.optional() }),
  /** Sends a `data: {"error":…}` frame, then ends the HTTP body correctly without `[DONE]`. */
  z.strictObject({ kind: z.literal('error_mid_stream'), after: framePointSchema, ...wireErrorFields }),
])

const usagePlanSchema = z.strictObject({
  /** Numbers to report instead of the counted ones. The total is their sum unless given. */
  exact: z
    .strictObject({
      promptTokens: count,
      completionTokens: count,
      totalTokens: count.optional(),
      cachedTokens: count.optional(),
      reasoningTokens: count.optional(),
    })
    .optional(),
  /** Where a stream reports usage. By default in a separate chunk, and only if the caller requested it. */
  place: z.enum(['own_chunk', 'finish_chunk', 'every_chunk', 'nowhere']).optional(),
  /** Replaces one number with a value that no honest provider reports. */
  bad: z
    .strictObject({
      value: z.enum(['negative', 'fractional', 'string', 'huge']),
      field: z.enum(['prompt_tokens', 'completion_tokens', 'total_tokens', 'cached_tokens']).optional(),
    })
    .optional(),
})

const shapeSchema = z.strictObject({
  headersDelayMs: delayMs.optional(),
  frameDelayMs: delayMs.optional(),
  /** Maximum size of a write; each is flushed before the next, so 1 sends the body byte by byte. */
  writeBytesMax: z.int().min(1).optional(),
  /** Compresses the body although the client did not request it. */
  gzip: z.boolean().optional(),
  /** Ends lines with CR LF. */
  crlf: z.boolean().optional(),
  /** Sends a `: keep-alive` comment before each frame. */
  comments: z.boolean().optional(),
  /** Spreads the JSON of each frame over several `data:` lines. */
  multiLineData: z.boolean().optional(),
  /** Adds one content frame of that size before the text; usage does not count it. */
  bigFrameKib: z.int().min(1).optional(),
  duplicateDone: z.boolean().optional(),
  /** Returns embeddings as floats even if base64 was requested. */
  ignoreEncodingFormat: z.boolean().optional(),
})

/**
 * Features that a provider may not support. A request that uses one of them is rejected with an error that names the
 * feature.
 */
const unknownFormSchema = z.enum(['json_schema', 'tools', 'json_object', 'temperature', 'max_tokens'])

export const faultPlanSchema = z.strictObject({
  fault: faultSchema.optional(),
  usage: usagePlanSchema.optional(),
  shape: shapeSchema.optional(),
  /** Exact length of the answer, which is then plain text regardless of the request. */
  outputTokens: count.optional(),
  /**
   * The text of the answer; the request's stop sequences and token limit still apply. Ignored if the answer is a tool
   * call.
   */
  text: z.string().optional(),
  tokensPerSecond: z.number().positive().optional(),
  /** The content of a chat answer or the arguments of its tool call, verbatim; the request's limits still apply. */
  content: z.string().optional(),
  /** Features of a chat request that this provider does not support. */
  refuses: z.array(unknownFormSchema).optional(),
})

export type FaultPlan = z.infer<typeof faultPlanSchema>
export type Fault = z.infer<typeof faultSchema>
export type FramePoint = z.infer<typeof framePointSchema>
export type UsagePlan = z.infer<typeof usagePlanSchema>
export type UnknownForm = z.infer<typeof unknownFormSchema>
export type Shape = z.infer<typeof shapeSchema>
