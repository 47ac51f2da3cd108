// What the gateway needs to know of a provider's answer or of one chunk of it, without parsing it: where it names
// its model, what it says of usage, and whether it is the end.
import { JsonCursor, type Span, lastStringInside } from './json/json-cursor.ts'
import { openBrace, openBracket, quote } from './json/json-text.ts'
import { KeyTable } from './json/key-table.ts'

export type ScannedAnswer = {
  /** The values of top-level `model`. */
  models: Span[]
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

const answerKeys = new KeyTable(['model', 'usage', 'error', 'choices', 'object', 'id'])
const choiceKeys = new KeyTable(['finish_reason', 'delta', 'text'])

/** Undefined if there is no JSON object at that place. */
export function scanAnswer(bytes: Buffer, start = 0): ScannedAnswer | undefined {
  const cursor = new JsonCursor(bytes, start)
  const answer: ScannedAnswer = {
    models: [],
    usage: undefined,
    hasError: false,
    hasChoices: false,
    isFinished: false,
    texts: [],
    end: start,
    isWhole: false,
  }
  if (!cursor.enterObject()) return undefined
  while (cursor.nextMember()) readMember(cursor, answer)
  if (cursor.isBroken) return undefined
  answer.end = cursor.position
  answer.isWhole = cursor.isAtEnd()
  return answer
}

function readMember(cursor: JsonCursor, answer: ScannedAnswer): void {
  const name = answerKeys.findExact(cursor)
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
