// What the gateway needs to know of a provider's answer or of one chunk of it, without parsing it: where it names
// its model, what it says of usage, and whether it is the end.
import { JsonCursor, type Span, lastStringInside } from './json/json-cursor.ts'
import { comma, openBrace, openBracket, quote, spaceEnd } from './json/json-text.ts'
import { KeyTable } from './json/key-table.ts'

export type ScannedAnswer = {
  /** The values of top-level `model`. */
  models: Span[]
  /** Members that say who wrote the answer, each with a comma beside it: what has to go so that valid JSON is left. */
  hidden: Span[]
  /** The last top-level `usage` that is an object. */
  usage: Span | undefined
  hasError: boolean
  hasChoices: boolean
  /** A choice has a finish_reason. */
  isFinished: boolean
  /** Insides of strings that may differ from chunk to chunk and decide nothing: the text itself, and paddings. */
  texts: Span[]
  /** Behind the object. */
  end: number
  /** Nothing but white space follows. */
  isWhole: boolean
}

const readFields = ['model', 'usage', 'error', 'choices', 'object', 'id'] as const

/** Fields that say who wrote an answer, at every provider. */
const alwaysHidden = ['provider', 'system_fingerprint']

/** The fields of an answer that mean something to us. */
export type AnswerFields = { keys: KeyTable<string>; hidden: ReadonlySet<string> }

/** With those that a route's provider has besides. What the wire format itself needs cannot be hidden. */
function createAnswerFields(hiddenFields: readonly string[] = []): AnswerFields {
  const own = hiddenFields.filter((name) => !readFields.includes(name as (typeof readFields)[number]))
  const hidden = new Set([...alwaysHidden, ...own])
  return { keys: new KeyTable([...readFields, ...hidden]), hidden }
}

const commonFields = createAnswerFields()
const fieldsByNames = new WeakMap<readonly string[], AnswerFields>()

/** The lists of routes live as long as the catalog, so each is made into a table once. */
export function answerFieldsOf(hiddenFields: readonly string[]): AnswerFields {
  if (hiddenFields.length === 0) return commonFields
  let fields = fieldsByNames.get(hiddenFields)
  if (!fields) fieldsByNames.set(hiddenFields, (fields = createAnswerFields(hiddenFields)))
  return fields
}

const choiceKeys = new KeyTable(['finish_reason', 'delta', 'text'])

/** Undefined if there is no JSON object at that place. */
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
  /** Behind the value of the member before. */
  lastEnd: number
  /** A member before stays. */
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

/** Takes the comma before it along if something stays before it, and else the one behind it. */
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
    // Null begins with n, and nothing else does.
    if (first !== 0x6e) answer.isFinished = true
    return
  }
  // The text is the last string of a delta, whatever tool call or the like it is wrapped in.
  const text = lastStringInside(cursor.bytes, { start, end: cursor.position })
  if (text !== undefined) answer.texts.push(text)
}

/** As the official clients see it: an error that is null, false, zero or empty is none to them. */
function isTruthy(bytes: Buffer, { start, end }: Span): boolean {
  const first = bytes[start]
  if (first === openBrace || first === openBracket) return true
  return Boolean(JSON.parse(bytes.toString('utf8', start, end)))
}
