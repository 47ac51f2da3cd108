// Converts embeddings to the encoding the caller requested: the official client requests base64 and can read nothing
// else, and some providers only send numbers. Values already in the right encoding keep their bytes.
import { JsonCursor, type Span, readString } from '@gatehouse/bytes/json-cursor'
import { openBrace, openBracket, quote } from '@gatehouse/bytes/json-text'
import { KeyTable } from '@gatehouse/bytes/key-table'
import type { ScannedBody } from './scan-request-body.ts'

export type EmbeddingEncoding = 'float' | 'base64'

const answerKeys = new KeyTable(['data'])
const itemKeys = new KeyTable(['embedding'])

/**
 * Returns `float` if the field is missing or null, and undefined for an unknown value, which the provider may refuse.
 */
export function readEncodingFormat(body: Buffer, { fields }: ScannedBody): EmbeddingEncoding | undefined {
  const span = fields.encoding_format
  if (span === undefined) return 'float'
  const text = body.toString('utf8', span.start, span.end)
  if (text === 'null') return 'float'
  const value = body[span.start] === quote ? readString(body, span) : ''
  return value === 'float' || value === 'base64' ? value : undefined
}

/** Undefined if the answer cannot be read. */
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

/** Finds the values of `data[].embedding`, each an array or a string. */
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
  // Node ignores invalid base64 characters, so the text is valid only if it survives a round trip.
  if (bytes.length % 4 !== 0 || withoutPadding(bytes.toString('base64')) !== withoutPadding(text))
    return undefined
  const values = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))
  return values.every(Number.isFinite) ? Buffer.from(JSON.stringify(values)) : undefined
}

function withoutPadding(text: string): string {
  return text.replace(/={1,2}$/, '')
}
