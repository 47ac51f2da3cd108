// Reads what the gateway needs from a request in one pass over its bytes. The body is then forwarded unchanged, so
// anything that a provider's parser could read differently is refused here: the price depends on the model it reads,
// and the charge on whether it streams.
import { isUtf8 } from 'node:buffer'
import { JsonCursor, type Span, readString } from '@gatehouse/bytes/json-cursor'
import { depthMax, isDigit, openBrace, openBracket, quote } from '@gatehouse/bytes/json-text'
import { KeyTable } from '@gatehouse/bytes/key-table'

const bodyFields = [
  'model',
  'stream',
  'stream_options',
  'n',
  'max_tokens',
  'max_completion_tokens',
  'messages',
  'prompt',
  'input',
  'encoding_format',
  'stop',
  'logprobs',
  'echo',
  'suffix',
  'best_of',
] as const

export type BodyField = (typeof bodyFields)[number]

/** One top-level `stream_options`. */
export type StreamOptions = {
  readonly value: Span
  readonly isNull: boolean
  readonly isEmpty: boolean
  /** The values of `include_usage`, normally at most one. */
  readonly includeUsage: readonly { readonly value: Span; readonly isTrue: boolean }[]
}

export type ScannedBody = {
  readonly kind: 'scanned'
  readonly model: string
  /** The value of every top-level `model`, quotes included: a provider may read any of them. */
  readonly modelSpans: readonly Span[]
  readonly isStream: boolean
  /** Every top-level `stream_options`: a provider may read any of them. */
  readonly streamOptions: readonly StreamOptions[]
  /**
   * The largest of all `max_tokens` and `max_completion_tokens`, because a provider may apply any of them. Undefined if
   * there is none, or if one is not a positive integer: a provider may read it as no limit.
   */
  readonly outputTokensMax: number | undefined
  /** Value of `n`; 1 if it is missing or not greater than 1. */
  readonly n: number
  /** Value of `best_of`; 1 if it is missing or not greater than 1. */
  readonly bestOf: number
  /** Number of texts in `prompt`: 1 unless it is a list of texts or of token lists. */
  readonly promptCount: number
  /** Number of texts in `input`, counted as for `prompt`. */
  readonly inputCount: number
  /** Offset of the object's opening brace. */
  readonly objectStart: number
  /** Spans of the values of known top-level fields; the last one if a field is repeated. */
  readonly fields: Readonly<Partial<Record<BodyField, Span>>>
}

export type InvalidBody = {
  readonly kind: 'invalid'
  readonly message: string
}

export function scanRequestBody(body: Buffer): ScannedBody | InvalidBody {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) {
    return invalid('The body begins with a byte order mark. Remove it.')
  }
  if (!isUtf8(body)) return invalid('The body is not valid UTF-8.')
  const cursor = new JsonCursor(body)
  if (!cursor.enterObject()) return invalid('The body is not a JSON object.')
  const objectStart = cursor.position - 1
  const draft = newDraft()
  while (cursor.nextMember()) {
    const fault = readMember(cursor, draft)
    if (fault !== undefined) return fault
  }
  if (!cursor.isAtEnd()) return notJson(cursor)
  return finish(draft, { body, objectStart })
}

type Draft = {
  modelSpans: Span[]
  isModelString: boolean
  stream: boolean | undefined
  streamOptions: StreamOptions[]
  n: number
  bestOf: number
  promptCount: number
  inputCount: number
  /** Infinity if one of the limits may be read as no limit. */
  outputTokensMax: number | undefined
  fields: Partial<Record<BodyField, Span>>
}

function newDraft(): Draft {
  return {
    modelSpans: [],
    isModelString: false,
    stream: undefined,
    streamOptions: [],
    n: 1,
    bestOf: 1,
    promptCount: 1,
    inputCount: 1,
    outputTokensMax: undefined,
    fields: {},
  }
}

const bodyKeys = new KeyTable(bodyFields)
const streamOptionKeys = new KeyTable(['include_usage'])

type ReadValue = (cursor: JsonCursor, draft: Draft) => InvalidBody | undefined

/** Fields whose values the gateway interprets; they are refused if spelled in another case. */
const readers: Readonly<Partial<Record<BodyField, ReadValue>>> = {
  model: readModel,
  stream: readStream,
  stream_options: readStreamOptions,
  n(cursor, draft) {
    return readCount(cursor, 'n', (count) => (draft.n = Math.max(draft.n, Math.ceil(count))))
  },
  best_of(cursor, draft) {
    return readCount(cursor, 'best_of', (count) => (draft.bestOf = Math.max(draft.bestOf, Math.ceil(count))))
  },
  prompt(cursor, draft) {
    return readTexts(cursor, (count) => (draft.promptCount = Math.max(draft.promptCount, count)))
  },
  input(cursor, draft) {
    return readTexts(cursor, (count) => (draft.inputCount = Math.max(draft.inputCount, count)))
  },
  max_tokens(cursor, draft) {
    return readCount(cursor, 'max_tokens', (count) => keepLimit(draft, count))
  },
  max_completion_tokens(cursor, draft) {
    return readCount(cursor, 'max_completion_tokens', (count) => keepLimit(draft, count))
  },
}

function readMember(cursor: JsonCursor, draft: Draft): InvalidBody | undefined {
  const key = bodyKeys.find(cursor)
  if (key === undefined) return skip(cursor)
  const reader = readers[key.name]
  if (key.isMisspelt) return reader === undefined ? skip(cursor) : misspelt(cursor, key.name)
  const start = cursor.position
  const fault = reader === undefined ? skip(cursor) : reader(cursor, draft)
  draft.fields[key.name] = { start, end: cursor.position }
  return fault
}

function skip(cursor: JsonCursor): InvalidBody | undefined {
  return cursor.skipValue() ? undefined : notJson(cursor)
}

function readModel(cursor: JsonCursor, draft: Draft): InvalidBody | undefined {
  const start = cursor.position
  draft.isModelString = cursor.peek() === quote
  const fault = skip(cursor)
  draft.modelSpans.push({ start, end: cursor.position })
  return fault
}

function readStream(cursor: JsonCursor, draft: Draft): InvalidBody | undefined {
  const first = cursor.peek()
  // The first letters of true, false and null. Lenient providers read "true" or 1 as true, which the gateway cannot
  // know.
  if (first !== 0x74 && first !== 0x66 && first !== 0x6e) return wrongType(cursor, 'stream', 'true or false')
  const isStream = first === 0x74
  if (draft.stream !== undefined && draft.stream !== isStream) {
    return invalid("The field 'stream' is given twice, with different values. Give it once.")
  }
  draft.stream = isStream
  return skip(cursor)
}

function readStreamOptions(cursor: JsonCursor, draft: Draft): InvalidBody | undefined {
  const start = cursor.position
  const first = cursor.peek()
  const includeUsage: { value: Span; isTrue: boolean }[] = []
  const isNull = first === 0x6e
  let isEmpty = true
  if (first === openBrace) {
    cursor.enterObject()
    while (cursor.nextMember()) {
      isEmpty = false
      const key = streamOptionKeys.find(cursor)
      if (key?.isMisspelt === true) return misspelt(cursor, key.name)
      const value = { start: cursor.position, end: 0 }
      const isTrue = cursor.peek() === 0x74
      if (!cursor.skipValue()) break
      value.end = cursor.position
      if (key !== undefined) includeUsage.push({ value, isTrue })
    }
    if (cursor.isBroken) return notJson(cursor)
  } else if (isNull) {
    const fault = skip(cursor)
    if (fault !== undefined) return fault
  } else {
    return wrongType(cursor, 'stream_options', 'an object')
  }
  draft.streamOptions.push({ value: { start, end: cursor.position }, isNull, isEmpty, includeUsage })
  return undefined
}

/** A list of texts, or of token lists, requests an answer for each; a single token list is one text. */
function readTexts(cursor: JsonCursor, keep: (count: number) => void): InvalidBody | undefined {
  if (cursor.peek() !== openBracket) return skip(cursor)
  let count = 0
  cursor.enterArray()
  while (cursor.nextElement()) {
    const first = cursor.peek()
    if (first === quote || first === openBracket) count += 1
    if (!cursor.skipValue()) break
  }
  if (cursor.isBroken) return notJson(cursor)
  keep(count)
  return undefined
}

/** Reads a number and passes it to `keep`; null counts as missing. */
function readCount(cursor: JsonCursor, name: string, keep: (count: number) => void): InvalidBody | undefined {
  const start = cursor.position
  const first = cursor.peek()
  const isNumber = first === 0x2d || isDigit(first)
  // Lenient providers read "5" as 5. Unusual numbers are left for the provider to judge: some read -1 as no limit.
  if (!isNumber && first !== 0x6e) return wrongType(cursor, name, 'a number')
  const fault = skip(cursor)
  if (fault !== undefined) return fault
  if (isNumber) keep(readNumber(cursor.bytes, { start, end: cursor.position }))
  return undefined
}

function keepLimit(draft: Draft, count: number): void {
  const limit = Number.isSafeInteger(count) && count > 0 ? count : Number.POSITIVE_INFINITY
  draft.outputTokensMax = Math.max(draft.outputTokensMax ?? 0, limit)
}

function readNumber(bytes: Buffer, { start, end }: Span): number {
  // Fast path without a string for up to nine digits, which covers nearly every number.
  let value = 0
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0
    if (end - start > 9 || !isDigit(byte)) return Number(bytes.toString('latin1', start, end))
    value = value * 10 + byte - 0x30
  }
  return value
}

function finish(draft: Draft, { body, objectStart }: { body: Buffer; objectStart: number }) {
  const span = draft.modelSpans.at(-1)
  if (span === undefined) return invalid("The field 'model' is missing.")
  if (!draft.isModelString) return invalid("The field 'model' must be a string.")
  return {
    kind: 'scanned',
    model: readString(body, span),
    modelSpans: draft.modelSpans,
    isStream: draft.stream ?? false,
    streamOptions: draft.streamOptions,
    outputTokensMax: Number.isFinite(draft.outputTokensMax) ? draft.outputTokensMax : undefined,
    n: draft.n,
    bestOf: draft.bestOf,
    promptCount: draft.promptCount,
    inputCount: draft.inputCount,
    objectStart,
    fields: draft.fields,
  } satisfies ScannedBody
}

function invalid(message: string): InvalidBody {
  return { kind: 'invalid', message }
}

function notJson(cursor: JsonCursor): InvalidBody {
  if (cursor.isTooDeep) return invalid(`The body is nested deeper than ${depthMax} levels.`)
  return invalid(`The body is not valid JSON: it is malformed at byte ${cursor.position}.`)
}

function misspelt(cursor: JsonCursor, name: string): InvalidBody {
  const key = readString(cursor.bytes, { start: cursor.keyStart, end: cursor.keyEnd })
  const written = JSON.stringify(key.slice(0, 64))
  return invalid(`The field ${written} is ambiguous. Write it as "${name}".`)
}

function wrongType(cursor: JsonCursor, name: string, expected: string): InvalidBody {
  // Invalid JSON is reported as such, regardless of the field it occurs in.
  return skip(cursor) ?? invalid(`The field '${name}' must be ${expected}.`)
}
