// Inspects and restamps the frames of one stream. A provider sends the same frame repeatedly with different text in it,
// so each frame is first compared with the pattern of an earlier one: if only the contents of certain strings differ,
// the structure is the same, and so is the meaning.
import { type FrameKind, type InspectedFrame, inspectFrame } from './inspect-frame.ts'
import type { Span } from '@gatehouse/bytes/json-cursor'
import { backslash, escapeLength, quote } from '@gatehouse/bytes/json-text'
import { quoteName, readModelName, replaceSpan, rewriteAnswer } from './replace-model.ts'
import { type AnswerFields, answerFieldsOf } from './scan-answer.ts'

export type ReadFrame = {
  readonly kind: FrameKind
  /** The frame with the alias as its model. */
  readonly bytes: Buffer
  /** JSON of the usage object, if the frame reports usage; the last report in a stream counts. */
  readonly usage: Buffer | undefined
  /** The provider's model name; set only for the first frame of a stream that has one. */
  readonly model?: string | undefined
}

// After this many consecutive mismatches the stream is inspected frame by frame: more than the texts changes between
// its frames, as in a stream with several choices.
const failuresMax = 8

// Frames of up to this size are copied to a buffer so that they can be compared in aligned 4-byte words; comparing
// bytes takes four times as long. A comparison runs synchronously, so all patterns share one buffer.
const patternBytesMax = 4_096
const scratchBytes = new Uint8Array(patternBytesMax)
const scratchWords = new Int32Array(scratchBytes.buffer)

export class FrameReader {
  readonly #quotedAlias: Buffer
  readonly #fields: AnswerFields
  #pattern: FramePattern | undefined
  #failures = 0
  #isModelRead = false

  constructor(alias: string, hiddenFields: readonly string[] = []) {
    this.#quotedAlias = quoteName(alias)
    this.#fields = answerFieldsOf(hiddenFields)
  }

  read(frame: Buffer): ReadFrame {
    const edits = this.#pattern?.findEdits(frame)
    if (edits !== undefined) {
      this.#failures = 0
      return { kind: 'content', bytes: this.#apply(frame, edits), usage: undefined }
    }
    const inspected = inspectFrame(frame, this.#fields)
    if (inspected.texts !== undefined) {
      this.#failures += 1
      this.#pattern = this.#failures > failuresMax ? undefined : FramePattern.of(frame, inspected)
    }
    const { kind, models, hidden, usage } = inspected
    const model = this.#isModelRead ? undefined : readModelName(frame, models)
    this.#isModelRead ||= model !== undefined
    return { kind, bytes: rewriteAnswer(frame, { models, hidden }, this.#quotedAlias), usage, model }
  }

  #apply(frame: Buffer, edits: readonly FrameEdit[]): Buffer {
    const [only] = edits
    if (only === undefined) return frame
    if (edits.length === 1 && only.isModel) return replaceSpan(frame, only, this.#quotedAlias)
    const models = edits.filter(({ isModel }) => isModel)
    const hidden = edits.filter(({ isModel }) => !isModel)
    return rewriteAnswer(frame, { models, hidden }, this.#quotedAlias)
  }
}

/** An edit whose offsets are relative to the piece that contains it. */
type Place = FrameEdit & { piece: number }

/** A span to replace: with the alias if it names the model, otherwise with nothing. */
type FrameEdit = Span & { isModel: boolean }

/** A content frame with holes in place of its texts. A frame that matches the pattern differs only in those texts. */
class FramePattern {
  /** The bytes between the holes; copied, because the frame may be a view of a much larger chunk. */
  readonly #pieces: readonly Uint8Array[]
  /** The whole words of the first piece, which is by far the longest. */
  readonly #firstWords: Int32Array
  /** Spans to replace, the model name and hidden members, in frame order. */
  readonly #places: readonly Place[]

  private constructor(pieces: readonly Uint8Array[], places: readonly Place[]) {
    this.#pieces = pieces
    this.#firstWords = wordsOf(pieces[0])
    this.#places = places
  }

  /** Undefined if the frame is not suitable as a pattern. */
  static of(frame: Buffer, { kind, models, hidden, usage, texts }: InspectedFrame): FramePattern | undefined {
    if (kind !== 'content' || texts === undefined || frame.length > patternBytesMax) return undefined
    if (usage !== undefined || models.length > 1) return undefined
    const starts = [0, ...texts.map(({ end }) => end)]
    const ends = [...texts.map(({ start }) => start), frame.length]
    const pieces = starts.map((start, index) => Uint8Array.from(frame.subarray(start, ends[index])))
    const toPlace = ({ start, end }: Span, isModel: boolean): Place => {
      const piece = starts.findLastIndex((one) => one <= start)
      const pieceStart = starts[piece] ?? 0
      return { piece, start: start - pieceStart, end: end - pieceStart, isModel }
    }
    const places = [
      ...models.map((span) => toPlace(span, true)),
      ...hidden.map((span) => toPlace(span, false)),
    ].sort((left, right) => left.piece - right.piece || left.start - right.start)
    return new FramePattern(pieces, places)
  }

  /** Returns the edits for the frame, in order; undefined if the frame does not match. */
  findEdits(frame: Buffer): readonly FrameEdit[] | undefined {
    if (!this.#beginsAlike(frame)) return undefined
    const edits: FrameEdit[] = []
    let next = this.#addEdits(edits, 0, 0, 0)
    let at = this.#pieces[0]?.length ?? 0
    for (let index = 1; index < this.#pieces.length; index += 1) {
      const piece = this.#pieces[index]
      at = textEnd(frame, at)
      if (piece === undefined || !hasAt(frame, at, piece)) return undefined
      next = this.#addEdits(edits, next, index, at)
      at += piece.length
    }
    return at === frame.length ? edits : undefined
  }

  // oxlint-disable-next-line max-params -- an object for each piece of each frame is what this file avoids
  #addEdits(edits: FrameEdit[], from: number, piece: number, at: number): number {
    let next = from
    for (let place = this.#places[next]; place?.piece === piece; place = this.#places[next]) {
      edits.push({ start: at + place.start, end: at + place.end, isModel: place.isModel })
      next += 1
    }
    return next
  }

  #beginsAlike(frame: Buffer): boolean {
    const first = this.#pieces[0]
    if (first === undefined || frame.length > patternBytesMax || frame.length < first.length) return false
    const words = this.#firstWords
    scratchBytes.set(frame)
    let difference = 0
    for (let index = 0; index < words.length; index += 1) {
      difference |= (scratchWords[index] ?? 0) ^ (words[index] ?? 0)
    }
    for (let at = words.length * 4; at < first.length; at += 1) {
      difference |= (scratchBytes[at] ?? 0) ^ (first[at] ?? 0)
    }
    return difference === 0
  }
}

function wordsOf(bytes: Uint8Array = new Uint8Array()): Int32Array {
  const whole = bytes.length - (bytes.length % 4)
  return new Int32Array(bytes.slice(0, whole).buffer)
}

/** Offset of the quote that ends the string, or an offset at which no piece can match. */
function textEnd(frame: Buffer, from: number): number {
  let at = from
  for (;;) {
    const byte = frame[at] ?? quote
    // A string cannot contain a control character, and no piece begins with one, so nothing matches there.
    if (byte === quote || byte < 0x20) return at
    const length = byte === backslash ? escapeLength(frame, at) : 1
    if (length === 0) return frame.length
    at += length
  }
}

function hasAt(frame: Buffer, at: number, piece: Uint8Array): boolean {
  if (at + piece.length > frame.length) return false
  for (let index = 0; index < piece.length; index += 1) {
    if (frame[at + index] !== piece[index]) return false
  }
  return true
}
