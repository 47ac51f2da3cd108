// What one frame of a provider's stream is, read from its structure: text that looks like the end of an answer may
// well stand inside an answer.
import { dataStart, isOneLine, readFrameData } from './frame-data.ts'
import type { Span } from './json/json-cursor.ts'
import { type AnswerFields, type ScannedAnswer, scanAnswer } from './scan-answer.ts'

export type FrameKind =
  /** Carries no data: a comment, or fields that mean nothing alone. */
  | 'comment'
  /** Text of the answer, or anything else that may be forwarded at once. */
  | 'content'
  /** A choice is finished. */
  | 'last'
  /** A report of usage without choices: behind all of them, unless the provider reports on the way. */
  | 'usage'
  | 'done'
  | 'error'
  /** Its data is no JSON object. */
  | 'malformed'

export type InspectedFrame = {
  readonly kind: FrameKind
  /** The values of top-level `model`, by their place in the frame. */
  readonly models: readonly Span[]
  /** Members that say who wrote the answer, as ScannedAnswer has them. */
  readonly hidden: readonly Span[]
  /** The usage object's text. Some providers report it in content frames too: the last one counts. */
  readonly usage: Buffer | undefined
  /** Set for a content frame with a single line of data: what may differ in the next one, as ScannedAnswer has it. */
  readonly texts: readonly Span[] | undefined
}

const doneMark = Buffer.from('[DONE]')

const comment = withoutModel('comment')
const done = withoutModel('done')
const malformed = withoutModel('malformed')

export function inspectFrame(frame: Buffer, fields?: AnswerFields): InspectedFrame {
  const start = dataStart(frame)
  if (start < 0) return inspectAnyFrame(frame, fields)
  const answer = scanAnswer(frame, start, fields)
  // A line of its own without `data:` would be no part of the data.
  if (answer?.isWhole === true && isOneLine(frame, start, answer.end)) {
    return classify(answer, { text: frame, isError: false, isSingleLine: true })
  }
  return inspectAnyFrame(frame, fields)
}

function inspectAnyFrame(frame: Buffer, fields: AnswerFields | undefined): InspectedFrame {
  const { text, hasData, event } = readFrameData(frame)
  const isError = event === 'error'
  const first = firstByte(text)
  if (!isError && (!hasData || first === text.length)) return comment
  // The official clients look at the beginning only.
  if (text.subarray(first, first + doneMark.length).equals(doneMark)) return done
  const answer = scanAnswer(text, first, fields)
  if (answer?.isWhole === true) return classify(answer, { text, isError, isSingleLine: false })
  return isError ? withoutModel('error') : malformed
}

type Context = { text: Buffer; isError: boolean; isSingleLine: boolean }

function classify(answer: ScannedAnswer, { text, isError, isSingleLine }: Context): InspectedFrame {
  const kind = kindOf(answer, isError)
  const { models, hidden, usage: span } = answer
  const usage = span === undefined ? undefined : text.subarray(span.start, span.end)
  return { kind, models, hidden, usage, texts: kind === 'content' && isSingleLine ? answer.texts : undefined }
}

function kindOf(answer: ScannedAnswer, isError: boolean): FrameKind {
  if (isError || answer.hasError) return 'error'
  if (answer.isFinished) return 'last'
  // Beside choices that go on it is a report on the way; to hold those back would hold back the whole answer.
  return answer.usage !== undefined && !answer.hasChoices ? 'usage' : 'content'
}

function firstByte(text: Buffer): number {
  let at = 0
  while (at < text.length && (text[at] ?? 0) <= 0x20) at += 1
  return at
}

function withoutModel(kind: FrameKind): InspectedFrame {
  return { kind, models: [], hidden: [], usage: undefined, texts: undefined }
}
