import { z } from 'zod'
import { seededRandom } from '../answer/seeded-random.ts'
import type { AnswerContext } from './generation-answer.ts'
import { optional, parseRequest } from './generation-request.ts'
import { countInputTokens, inputSchema, inputTexts } from './text-input.ts'
import { embeddingUsage } from './usage.ts'
import { type WireAnswer, jsonAnswer } from './wire-answer.ts'

const DIMENSIONS = 1_536
const INPUTS_MAX = 2_048

const embeddingsSchema = z
  .looseObject({
    model: z.string().min(1),
    input: inputSchema,
    dimensions: optional(z.int().min(1).max(8_192)),
    encoding_format: optional(z.enum(['float', 'base64'])),
  })
  .superRefine(({ input }, context) => {
    const texts = inputTexts(input)
    if (texts.includes('')) {
      context.addIssue({ code: 'custom', path: ['input'], message: 'The input cannot be an empty string.' })
    }
    if (texts.length > INPUTS_MAX) {
      context.addIssue({ code: 'custom', path: ['input'], message: `More than ${INPUTS_MAX} inputs.` })
    }
  })

export function embeddingsAnswer(body: Buffer, { plan }: AnswerContext): WireAnswer {
  const request = parseRequest(embeddingsSchema, body)
  const { input, dimensions = DIMENSIONS } = request
  const isBase64 = request.encoding_format === 'base64' && !plan.shape?.ignoreEncodingFormat
  const data = inputTexts(input).map((text, index) => {
    const vector = embedText(text, dimensions)
    return { object: 'embedding', index, embedding: isBase64 ? toBase64(vector) : [...vector] }
  })
  const isReported = plan.usage?.place !== 'nowhere'
  const usage = isReported ? { usage: embeddingUsage(countInputTokens(input), plan.usage) } : {}
  return jsonAnswer({ object: 'list', data, model: request.model, ...usage })
}

/** Little-endian float32, as the wire format requires; all our machines use it natively. */
function toBase64(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
}

/** A unit vector that depends on the text alone. It carries no meaning: similar texts are not close. */
function embedText(text: string, dimensions: number): Float32Array {
  const random = seededRandom(text)
  const raw = Float64Array.from({ length: dimensions }, () => random.fraction() * 2 - 1)
  const norm = Math.hypot(...raw)
  return Float32Array.from(raw, (value) => value / norm)
}
