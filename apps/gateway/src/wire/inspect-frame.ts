// Classifies one frame of a provider's stream by its structure: text that looks like the end of an answer may appear
// inside an answer.
import { dataStart, isOneLine, readFrameData } from '@gatehouse/bytes/frame-data'
import type { Span } from '@gatehouse/bytes/json-cursor'
import { type AnswerFields, type ScannedAnswer, scanAnswer } from './scan-answer.ts'

export type FrameKind =
  /** Carries no data: a comment, or fields that have no meaning without data. */
  | 'comment'
  /** Text of the answer, or anything else that may be forwarded immediately. */
  | 'content'
  /** A choice has finished. */
  | 'last'
  /** A usage report without choices: it follows all choices, unless the provider sends interim reports. */
  | 'usage'
  | 'done'
  | 'error'
  /** The data is not a JSON object. */
  | 'malformed'

export type InspectedFrame = {
  readonly kind: FrameKind
  /** The values of top-level `model`, as spans of the frame. */
  readonly models: readonly Span[]
  /** Members that reveal the provider, as in ScannedAnswer. */
  readonly hidden: readonly Span[]
  /** JSON of the usage object. Some providers also report usage in content frames: the last report counts. */
  readonly usage: Buffer | undefined
  /**
   * The texts that may differ in the next frame, as in ScannedAnswer; set only for a content frame with a single data
   * line.
   */
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
  // If the JSON continued on a line without `data:`, that line would not be part of the data.
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
  // Compares only the prefix, as the official clients do.
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
  // Usage next to unfinished choices is an interim report; holding such frames back would hold back the whole answer.
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
