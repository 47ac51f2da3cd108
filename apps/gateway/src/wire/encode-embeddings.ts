// Embeddings in the form the caller asked for: the official client asks for base64 and cannot read anything else,
// and some providers only send numbers. Whatever is in the right form already keeps its bytes.
import { JsonCursor, type Span, readString } from './json/json-cursor.ts'
import { openBrace, openBracket, quote } from './json/json-text.ts'
import { KeyTable } from './json/key-table.ts'
import type { ScannedBody } from './scan-request-body.ts'

export type EmbeddingEncoding = 'float' | 'base64'

const answerKeys = new KeyTable(['data'])
const itemKeys = new KeyTable(['embedding'])

/** Undefined if the request asks for something else, which is the provider's to refuse. */
export function readEncodingFormat(body: Buffer, { fields }: ScannedBody): EmbeddingEncoding | undefined {
  const span = fields.encoding_format
  if (span === undefined) return 'float'
  const text = body.toString('utf8', span.start, span.end)
  if (text === 'null') return 'float'
  const value = body[span.start] === quote ? readString(body, span) : ''
  return value === 'float' || value === 'base64' ? value : undefined
}

/** Undefined if the answer is none that can be read. */
export function encodeEmbeddings(answer: Buffer, encoding: EmbeddingEncoding): Buffer | undefined {
  const spans = findEmbeddings(answer)
  if (spans === undefined) return undefined
  const parts: Buffer[] = []
  let copiedTo = 0
  for (const span of spans) {
    if ((answer[span.start] === quote) === (encoding === 'base64')) continue
    const encoded = encoding === 'base64' ? toBase64(answer, span) : toFloats(answer, span)
    if (encoded === undefined) return undefined
    parts.push(answer.subarray(copiedTo, span.start), encoded)
    copiedTo = span.end
  }
  return copiedTo === 0 ? answer : Buffer.concat([...parts, answer.subarray(copiedTo)])
}

/** The values of `data[].embedding`, each an array or a string. */
function findEmbeddings(answer: Buffer): Span[] | undefined {
  const spans: Span[] = []
  const cursor = new JsonCursor(answer)
  cursor.enterObject()
  while (cursor.nextMember()) {
    if (answerKeys.findExact(cursor) === undefined || cursor.peek() !== openBracket) cursor.skipValue()
    else readItems(cursor, spans)
  }
  return cursor.isAtEnd() ? spans : undefined
}

function readItems(cursor: JsonCursor, spans: Span[]): void {
  cursor.enterArray()
  while (cursor.nextElement()) {
    if (cursor.peek() === openBrace) readItem(cursor, spans)
    else cursor.skipValue()
  }
}

function readItem(cursor: JsonCursor, spans: Span[]): void {
  cursor.enterObject()
  while (cursor.nextMember()) {
    const isEmbedding = itemKeys.findExact(cursor) !== undefined
    const first = cursor.peek()
    const start = cursor.position
    cursor.skipValue()
    if (isEmbedding && (first === openBracket || first === quote)) spans.push({ start, end: cursor.position })
  }
}

function toBase64(answer: Buffer, { start, end }: Span): Buffer | undefined {
  const values = JSON.parse(answer.toString('latin1', start, end)) as unknown[]
  const bytes = Buffer.allocUnsafe(values.length * 4)
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'number' || !Number.isFinite(Math.fround(value))) return undefined
    bytes.writeFloatLE(value, index * 4)
  }
  return Buffer.from(`"${bytes.toString('base64')}"`)
}

function toFloats(answer: Buffer, span: Span): Buffer | undefined {
  const text = readString(answer, span)
  const bytes = Buffer.from(text, 'base64')
  // Node passes over what is not base64; then it does not come back.
  if (bytes.length % 4 !== 0 || withoutPadding(bytes.toString('base64')) !== withoutPadding(text))
    return undefined
  const values = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
  return values.every(Number.isFinite) ? Buffer.from(JSON.stringify(values)) : undefined
}

function withoutPadding(text: string): string {
  return text.replace(/={1,2}$/, '')
}
