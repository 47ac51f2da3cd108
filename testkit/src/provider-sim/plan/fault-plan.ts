// What a test may ask the simulator to do with one request. Three independent axes, so that they combine
// without contradicting each other: at most one fault (how the exchange goes wrong), the usage report (what is
// claimed and where it stands), and the shape (how correct content lies on the wire).
import { z } from 'zod'

const count = z.int().min(0)
const delayMs = z.number().min(0)

/**
 * A place in a stream: after that many whole frames, or after the last frame of that part. A stream is
 * role frames, content frames, finish frames, a usage frame if asked for, and `[DONE]`. A JSON answer has no
 * places inside: there, every point means "headers sent, body not".
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
    /** Seconds, or an HTTP date, as it shall stand in the header. */
    retryAfter: z.union([z.number(), z.string()]).optional(),
    /** What a proxy in front of a provider answers: a page instead of the error envelope. */
    html: z.boolean().optional(),
    ...wireErrorFields,
  }),
  /** Status 200 with a body that is no answer. */
  z.strictObject({ kind: z.literal('garbage_body'), body: z.enum(['invalid_json', 'html']) }),
  /** One frame that is not JSON; the stream then goes on as if nothing had happened. */
  z.strictObject({ kind: z.literal('garbage_frame'), after: framePointSchema }),
  z.strictObject({ kind: z.literal('hang_mid_stream'), after: framePointSchema }),
  /** Closes the connection without the end of the HTTP body. */
  z.strictObject({ kind: z.literal('cut_between_frames'), after: framePointSchema }),
  /** The same, `bytes` into the frame that follows; never at its end, however many bytes are asked for. */
  z.strictObject({ kind: z.literal('cut_mid_frame'), after: framePointSchema, bytes: z.int().min(1) }),
  /** A correct end of the HTTP body, but no `[DONE]`; unless told otherwise only `[DONE]` is missing. */
  z.strictObject({ kind: z.literal('end_early'), after: framePointSchema.optional() }),
  /** A `data: {"error":…}` frame, then a correct end of the HTTP body and no `[DONE]`. */
  z.strictObject({ kind: z.literal('error_mid_stream'), after: framePointSchema, ...wireErrorFields }),
])

const usagePlanSchema = z.strictObject({
  /** The numbers to report instead of the counted ones. The total is their sum unless given. */
  exact: z
    .strictObject({
      promptTokens: count,
      completionTokens: count,
      totalTokens: count.optional(),
      cachedTokens: count.optional(),
      reasoningTokens: count.optional(),
    })
    .optional(),
  /** Where a stream reports usage. By default in a chunk of its own, and only if the caller asked for it. */
  place: z.enum(['own_chunk', 'finish_chunk', 'every_chunk', 'nowhere']).optional(),
  /** Makes one number one that no honest provider reports. */
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
  /** No write is longer than this, and each is flushed before the next: 1 sends the body byte by byte. */
  writeBytesMax: z.int().min(1).optional(),
  /** Compresses the body although nobody asked for it. */
  gzip: z.boolean().optional(),
  /** Ends lines with CR LF. */
  crlf: z.boolean().optional(),
  /** A `: keep-alive` comment before each frame. */
  comments: z.boolean().optional(),
  /** Spreads the JSON of each frame over several `data:` lines. */
  multiLineData: z.boolean().optional(),
  /** Puts one content frame of that size in front of the text; usage does not count it. */
  bigFrameKib: z.int().min(1).optional(),
  duplicateDone: z.boolean().optional(),
  /** Answers embeddings with floats even if base64 was asked for. */
  ignoreEncodingFormat: z.boolean().optional(),
})

/** What a provider of the wire format may not know; a request that has it is refused with its name. */
const unknownFormSchema = z.enum(['json_schema', 'tools', 'json_object', 'temperature', 'max_tokens'])

export const faultPlanSchema = z.strictObject({
  fault: faultSchema.optional(),
  usage: usagePlanSchema.optional(),
  shape: shapeSchema.optional(),
  /** The exact length of the answer, which then is plain text whatever the request asks for or limits. */
  outputTokens: count.optional(),
  /** The answer itself, word for word. */
  text: z.string().optional(),
  tokensPerSecond: z.number().positive().optional(),
  /** What a chat answers, or passes to its tool, word for word; the limits of the request hold. */
  content: z.string().optional(),
  /** Forms of a chat request that this provider does not know. */
  refuses: z.array(unknownFormSchema).optional(),
})

export type FaultPlan = z.infer<typeof faultPlanSchema>
export type Fault = z.infer<typeof faultSchema>
export type FramePoint = z.infer<typeof framePointSchema>
export type UsagePlan = z.infer<typeof usagePlanSchema>
export type UnknownForm = z.infer<typeof unknownFormSchema>
export type Shape = z.infer<typeof shapeSchema>
