// Bodies and answers at the limits of the gateway, in the shapes that take longest to read: one long string, and very many
// small values.
import type { ProviderAnswer } from './limit-provider.ts'

const mebibyte = 1_048_576

/** Limits of the gateway in bytes. The short form uses a sixteenth of them. */
export type SizeLimits = Record<'body' | 'answer' | 'smallAnswer' | 'frame' | 'tool' | 'document', number>

export const sizeLimits: SizeLimits = {
  body: 32 * mebibyte,
  answer: 64 * mebibyte,
  // Answers up to this size are reworked in the main thread.
  smallAnswer: mebibyte / 4,
  frame: 8 * mebibyte,
  tool: 4 * mebibyte,
  document: 10 * mebibyte,
}

const usage = { prompt_tokens: 212, completion_tokens: 175, total_tokens: 387 }
/** Room for the rest of a body around its large value. */
const rest = 1_024

/** A JSON text of at most `bytes`, with `large` in the place of `"@large@"`. */
function fill(shape: object, large: (bytes: number) => string, bytes: number): Buffer {
  return Buffer.from(JSON.stringify(shape).replace('"@large@"', () => large(bytes - rest)))
}

export const longString = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`

export const manyOf =
  (item: string) =>
  (bytes: number): string =>
    `[${Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join(',')}]`

export const shortMessages = manyOf('{"role":"user","content":"a short message"}')

export function chatBody(
  bytes: number,
  { messages, stream = false }: { messages: (bytes: number) => string; stream?: boolean },
) {
  return fill({ model: 'svc/chat-default', max_tokens: 200, stream, messages: '@large@' }, messages, bytes)
}

export const oneLongMessage = (bytes: number): string =>
  `[{"role":"user","content":${longString(bytes - 40)}}]`

export function promptBody(bytes: number, prompt: (bytes: number) => string): Buffer {
  return fill({ model: 'svc/chat-default', max_tokens: 200, prompt: '@large@' }, prompt, bytes)
}

export function inputBody(bytes: number, input: (bytes: number) => string, format = 'float'): Buffer {
  return fill({ model: 'svc/embed-default', encoding_format: format, input: '@large@' }, input, bytes)
}

const asJson = (bytes: Buffer): ProviderAnswer => ({ contentType: 'application/json', parts: [bytes] })

const completion = { id: 'chatcmpl-large', created: 1_760_000_000, model: 'sim-chat', usage }

export function chatAnswer(
  bytes: number,
  content: (bytes: number) => string,
  field = 'content',
): ProviderAnswer {
  const message = { role: 'assistant', content: 'Done.', [field]: '@large@' }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return asJson(fill({ ...completion, object: 'chat.completion', choices }, content, bytes))
}

export function textAnswer(bytes: number): ProviderAnswer {
  const choices = [{ index: 0, text: '@large@', finish_reason: 'stop', logprobs: null }]
  return asJson(fill({ ...completion, object: 'text_completion', choices }, longString, bytes))
}

export function embeddingsAnswer(bytes: number): ProviderAnswer {
  const vector = `{"object":"embedding","index":0,"embedding":[${Array.from({ length: 1_536 }, () => '0.0123456789').join(',')}]}`
  return asJson(fill({ object: 'list', model: 'sim-embed', data: '@large@', usage }, manyOf(vector), bytes))
}

/** Most providers do not declare the length of an answer. */
export function withoutLength(answer: ProviderAnswer): ProviderAnswer {
  return { ...answer, hasLength: false }
}

/** A stream of frames of the given size. */
export function streamAnswer(bytes: number, frameBytes: number, content = longString): ProviderAnswer {
  const frame = (choices: object[], more = {}) =>
    Buffer.from(
      `data: ${JSON.stringify({ ...completion, usage: null, object: 'chat.completion.chunk', choices, ...more })}\n\n`,
    )
  const unfilled = frame([{ index: 0, delta: { content: '@large@' }, finish_reason: null }])
  const filling = content(Math.max(3, frameBytes - rest))
  const large = Buffer.from(unfilled.toString().replace('"@large@"', () => filling))
  const frames = Array.from({ length: Math.max(1, Math.floor(bytes / large.length)) }, () => large)
  // Small frames arrive many at a time, as from a fast provider.
  const piece = Buffer.concat(frames.slice(0, Math.ceil(65_536 / large.length)))
  const pieces =
    frames.length > 1_000 ? Array.from({ length: Math.ceil(bytes / piece.length) }, () => piece) : frames
  return {
    contentType: 'text/event-stream',
    parts: [
      ...pieces,
      frame([{ index: 0, delta: {}, finish_reason: 'stop' }]),
      frame([], { usage }),
      Buffer.from('data: [DONE]\n\n'),
    ],
  }
}
