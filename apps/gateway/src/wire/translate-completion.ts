// Translates legacy completions for models that only support chat: the prompt becomes a single user message, and the
// answer's message becomes the text. Fields with the same meaning on both sides keep their bytes.
import { readFrameData } from '@gatehouse/bytes/frame-data'
import { JsonCursor, type Span } from '@gatehouse/bytes/json-cursor'
import { openBracket, quote } from '@gatehouse/bytes/json-text'
import { KeyTable } from '@gatehouse/bytes/key-table'

export type TranslatedRequest =
  | { readonly kind: 'translated'; readonly body: Buffer }
  | { readonly kind: 'refused'; readonly message: string }

type Refusal = Extract<TranslatedRequest, { kind: 'refused' }>

const requestKeys = new KeyTable(['prompt', 'messages', 'logprobs', 'echo', 'suffix', 'best_of'])
const answerKeys = new KeyTable(['object', 'choices'])

/** Requires a body that scanRequestBody accepts, and returns one that it accepts too. */
export function translateCompletionRequest(body: Buffer): TranslatedRequest {
  const kept: Buffer[] = []
  let prompt: Buffer | undefined
  const cursor = new JsonCursor(body)
  cursor.enterObject()
  while (cursor.nextMember()) {
    const name = requestKeys.findExact(cursor)
    const { keyStart, position: start } = cursor
    cursor.skipValue()
    if (name === undefined) {
      kept.push(body.subarray(keyStart, cursor.position))
    } else if (name === 'prompt') {
      prompt = readPrompt(body, { start, end: cursor.position })
      if (prompt === undefined) return refuse('prompt', 'must be a single text, not several texts or tokens')
    } else {
      const refusal = refuseUnlessIdle(name, body.toString('utf8', start, cursor.position))
      if (refusal !== undefined) return refusal
    }
  }
  if (prompt === undefined) return refuse('prompt', 'is missing')
  return { kind: 'translated', body: composeRequest(kept, prompt) }
}

/** The text as JSON, quotes included. */
function readPrompt(body: Buffer, { start, end }: Span): Buffer | undefined {
  if (body[start] === quote) return body.subarray(start, end)
  if (body[start] !== openBracket) return undefined
  const cursor = new JsonCursor(body, start)
  cursor.enterArray()
  if (!cursor.nextElement() || cursor.peek() !== quote) return undefined
  const itemStart = cursor.position
  cursor.skipValue()
  const text = body.subarray(itemStart, cursor.position)
  return cursor.nextElement() ? undefined : text
}

// Values with which a field has no effect; the field is then dropped, because chat does not have it.
const idleValues = {
  logprobs: ['null', 'false'],
  echo: ['null', 'false'],
  suffix: ['null', '""'],
  best_of: ['null', '1'],
  messages: [],
} as const satisfies Record<string, readonly string[]>

function refuseUnlessIdle(name: keyof typeof idleValues, value: string): Refusal | undefined {
  const idle: readonly string[] = idleValues[name]
  return idle.includes(value) ? undefined : refuse(name, 'is not supported by this model on /completions')
}

function refuse(field: string, fault: string): Refusal {
  return { kind: 'refused', message: `The field '${field}' ${fault}.` }
}

function composeRequest(kept: readonly Buffer[], prompt: Buffer): Buffer {
  const messages = [Buffer.from('"messages":[{"role":"user","content":'), prompt, Buffer.from('}]')]
  const comma = Buffer.from(',')
  const fields = kept.flatMap((field) => [field, comma])
  return Buffer.concat([Buffer.from('{'), ...fields, ...messages, Buffer.from('}')])
}

/** Translates a whole chat answer, or one chunk, to the completions format; undefined if it cannot be read. */
export function translateChatAnswer(answer: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  let copiedTo = 0
  const cursor = new JsonCursor(answer)
  cursor.enterObject()
  while (cursor.nextMember()) {
    const name = answerKeys.findExact(cursor)
    const start = cursor.position
    if (!cursor.skipValue() || name === undefined) continue
    const value = name === 'object' ? completionObject : translateChoices(answer, start, cursor.position)
    parts.push(answer.subarray(copiedTo, start), value)
    copiedTo = cursor.position
  }
  if (!cursor.isAtEnd()) return undefined
  return parts.length === 0 ? answer : Buffer.concat([...parts, answer.subarray(copiedTo)])
}

/** Translates one frame of a chat stream; returns it unchanged if it carries no chunk of an answer. */
export function translateChatFrame(frame: Buffer): Buffer {
  const { text } = readFrameData(frame)
  const chunk = translateChatAnswer(text)
  if (chunk === undefined || chunk === text) return frame
  // Everything outside the data was replaced with line feeds, and no string in valid JSON contains one.
  const line = chunk.filter((byte) => byte !== 0x0a)
  return Buffer.concat([Buffer.from('data: '), line, Buffer.from('\n\n')])
}

const completionObject = Buffer.from('"text_completion"')

type Fields = Readonly<Record<string, unknown>>

function translateChoices(answer: Buffer, start: number, end: number): Buffer {
  const choices: unknown = JSON.parse(answer.toString('utf8', start, end))
  const translated = Array.isArray(choices)
    ? choices.map((choice) => translateChoice(toFields(choice)))
    : choices
  return Buffer.from(JSON.stringify(translated))
}

function translateChoice(choice: Fields): Fields {
  const { index, finish_reason: finishReason } = choice
  const message = toFields(choice['message'] ?? choice['delta'])
  const text = readText(message['content']) ?? readText(message['refusal']) ?? ''
  return { text, index: index ?? 0, logprobs: null, finish_reason: finishReason ?? null }
}

/** Some providers send content as a list of parts. */
function readText(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content.map((part) => readText(toFields(part)['text']) ?? '').join('')
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
