// Reads what the gateway needs from a provider's answer, or from one chunk of it, without parsing it: where it names
// its model, its usage, and whether it is the end.
import type { TokenUsage } from '@gatehouse/calls/call'
import { JsonCursor, type Span, lastStringInside } from '@gatehouse/bytes/json-cursor'
import { comma, openBrace, openBracket, quote, spaceEnd } from '@gatehouse/bytes/json-text'
import { KeyTable } from '@gatehouse/bytes/key-table'

export type ScannedAnswer = {
  /** The values of top-level `model`. */
  models: Span[]
  /** Members that reveal the provider, each with an adjacent comma, so that removing the span leaves valid JSON. */
  hidden: Span[]
  /** The last top-level `usage` that is an object. */
  usage: Span | undefined
  hasError: boolean
  hasChoices: boolean
  /** A choice has a finish_reason. */
  isFinished: boolean
  /**
   * Contents of strings that may differ between chunks without changing their meaning to the gateway: the text itself,
   * unless it is long, and padding.
   */
  texts: Span[]
  /** Offset after the object. */
  end: number
  /** Whether only white space follows. */
  isWhole: boolean
}

const readFields = ['model', 'usage', 'error', 'choices', 'object', 'id'] as const

/** Fields that reveal the provider, removed from every answer. */
const alwaysHidden = ['provider', 'system_fingerprint']

/** The fields of an answer that the gateway reads or hides. */
export type AnswerFields = { keys: KeyTable<string>; hidden: ReadonlySet<string> }

/**
 * `hiddenFields` are hidden in the answers of one route's provider, in addition to those that are always hidden. Fields
 * that the gateway reads cannot be hidden.
 */
function createAnswerFields(hiddenFields: readonly string[] = []): AnswerFields {
  const own = hiddenFields.filter((name) => !readFields.includes(name as (typeof readFields)[number]))
  const hidden = new Set([...alwaysHidden, ...own])
  return { keys: new KeyTable([...readFields, ...hidden]), hidden }
}

const commonFields = createAnswerFields()
const fieldsByNames = new WeakMap<readonly string[], AnswerFields>()

/** Builds the table for each list of hidden fields once: the routes' lists live as long as the catalog. */
export function answerFieldsOf(hiddenFields: readonly string[]): AnswerFields {
  if (hiddenFields.length === 0) return commonFields
  let fields = fieldsByNames.get(hiddenFields)
  if (!fields) fieldsByNames.set(hiddenFields, (fields = createAnswerFields(hiddenFields)))
  return fields
}

/** Longer texts are not reported in `texts`. */
const textBytesMax = 4_096

const choiceKeys = new KeyTable(['finish_reason', 'delta', 'text'])

/** Undefined if there is no JSON object at `start`. */
export function scanAnswer(bytes: Buffer, start = 0, fields = commonFields): ScannedAnswer | undefined {
  const cursor = new JsonCursor(bytes, start)
  const answer: ScannedAnswer = {
    models: [],
    hidden: [],
    usage: undefined,
    hasError: false,
    hasChoices: false,
    isFinished: false,
    texts: [],
    end: start,
    isWhole: false,
  }
  if (!cursor.enterObject()) return undefined
  const reading = { cursor, answer, fields, lastEnd: 0, hasKept: false }
  while (cursor.nextMember()) readMember(reading)
  if (cursor.isBroken) return undefined
  answer.end = cursor.position
  answer.isWhole = cursor.isAtEnd()
  return answer
}

type Reading = {
  cursor: JsonCursor
  answer: ScannedAnswer
  fields: AnswerFields
  /** Offset after the previous member's value. */
  lastEnd: number
  /** Whether an earlier member was kept. */
  hasKept: boolean
}

function readMember(reading: Reading): void {
  const { cursor, answer, fields } = reading
  const name = fields.keys.findExact(cursor)
  if (name !== undefined && fields.hidden.has(name)) return hideMember(reading)
  readKeptMember(cursor, answer, name)
  reading.hasKept = true
  reading.lastEnd = cursor.position
}

/** Includes the preceding comma if an earlier member was kept, otherwise the following one. */
function hideMember(reading: Reading): void {
  const { cursor, answer, lastEnd, hasKept } = reading
  const { keyStart } = cursor
  if (!cursor.skipValue()) return
  const { position, bytes } = cursor
  reading.lastEnd = position
  if (hasKept) return void answer.hidden.push({ start: lastEnd, end: position })
  const next = spaceEnd(bytes, position)
  const isFollowed = bytes[next] === comma
  answer.hidden.push({ start: keyStart, end: isFollowed ? spaceEnd(bytes, next + 1) : position })
}

function readKeptMember(cursor: JsonCursor, answer: ScannedAnswer, name: string | undefined): void {
  const first = cursor.peek()
  const start = cursor.position
  if (name === undefined) {
    cursor.skipValue()
    if (first === quote && answer.hasChoices)
      answer.texts.push({ start: start + 1, end: cursor.position - 1 })
    return
  }
  if (name === 'choices' && first === openBracket) return readChoices(cursor, answer)
  if (!cursor.skipValue()) return
  const value = { start, end: cursor.position }
  if (name === 'model') answer.models.push(value)
  else if (name === 'usage' && first === openBrace) answer.usage = value
  else if (name === 'error') answer.hasError ||= isTruthy(cursor.bytes, value)
}

function readChoices(cursor: JsonCursor, answer: ScannedAnswer): void {
  cursor.enterArray()
  while (cursor.nextElement()) {
    answer.hasChoices = true
    if (cursor.peek() !== openBrace) {
      cursor.skipValue()
      continue
    }
    cursor.enterObject()
    while (cursor.nextMember()) readChoiceMember(cursor, answer)
  }
}

function readChoiceMember(cursor: JsonCursor, answer: ScannedAnswer): void {
  const name = choiceKeys.findExact(cursor)
  const first = cursor.peek()
  const start = cursor.position
  if (!cursor.skipValue() || name === undefined) return
  if (name === 'finish_reason') {
    // Of all JSON values, only null begins with n.
    if (first !== 0x6e) answer.isFinished = true
    return
  }
  // Patterns are made of small frames only, and a long text is searched byte by byte.
  if (cursor.position - start > textBytesMax) return
  // The text is the last string of a delta, even if it is nested in a tool call.
  const text = lastStringInside(cursor.bytes, { start, end: cursor.position })
  if (text !== undefined) answer.texts.push(text)
}

/** Follows the official clients, which ignore an error that is null, false, zero or empty. */
function isTruthy(bytes: Buffer, { start, end }: Span): boolean {
  const first = bytes[start]
  if (first === openBrace || first === openBracket) return true
  return Boolean(JSON.parse(bytes.toString('utf8', start, end)))
}

type UsageReport = Readonly<Record<string, unknown>>

export type UsageReading = {
  /** Only embeddings may omit completion tokens. */
  isEmbedding?: boolean
  /** Some providers include reasoning tokens only in the total, so all tokens beyond the prompt count as completion. */
  countsTotal?: boolean
}

/** Parses the JSON of a `usage` object. The report determines the charge, so an implausible one counts as none. */
export function readUsage(
  text: Buffer,
  { isEmbedding = false, countsTotal = true }: UsageReading = {},
): TokenUsage | 'none' {
  const report = parseObject(text)
  if (report === undefined) return 'none'
  const promptTokens = readCount(report['prompt_tokens'])
  const completionTokens = readCount(report['completion_tokens'] ?? (isEmbedding ? 0 : undefined))
  const totalTokens = readCount(report['total_tokens'] ?? 0)
  const cachedTokens = readCachedTokens(report['prompt_tokens_details'])
  if (promptTokens === undefined || completionTokens === undefined) return 'none'
  if (totalTokens === undefined || cachedTokens === undefined || cachedTokens > promptTokens) return 'none'
  const generatedTokens = isEmbedding || !countsTotal ? 0 : totalTokens - promptTokens
  return { promptTokens, cachedTokens, completionTokens: Math.max(completionTokens, generatedTokens) }
}

function readCachedTokens(details: unknown): number | undefined {
  if (details === undefined || details === null) return 0
  if (!isObject(details)) return undefined
  return readCount(details['cached_tokens'] ?? 0)
}

function readCount(value: unknown): number | undefined {
  // The database column is an integer, and no call comes near its limit.
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= 2 ** 31) return undefined
  // JSON can express a negative zero, which is converted to zero.
  return value === 0 ? 0 : value
}

function parseObject(text: Buffer): UsageReport | undefined {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is UsageReport {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
