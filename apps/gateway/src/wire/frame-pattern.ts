import type { InspectedFrame } from './inspect-frame.ts'
import type { Span } from './json/json-cursor.ts'
import { backslash, quote } from './json/json-text.ts'

// A frame is copied here so that its beginning can be compared by words, which must lie at multiples of four; byte by
// byte takes four times as long. Comparing is never interrupted, so all patterns can have one.
const sizeMax = 4_096
const scratchBytes = new Uint8Array(sizeMax)
const scratchWords = new Int32Array(scratchBytes.buffer)

const nowhere: Span = { start: 0, end: 0 }

/** A content frame with holes where its texts were. Another frame that fits it differs in those texts alone. */
export class FramePattern {
  /** What stands between the holes; copied, because the frame may be a view of a much larger chunk. */
  readonly #pieces: readonly Uint8Array[]
  /** The whole words of the first piece, which is by far the longest. */
  readonly #firstWords: Int32Array
  /** Which piece names the model, if one does, and where in it. */
  readonly #modelPiece: number
  readonly #model: Span

  private constructor(pieces: readonly Uint8Array[], modelPiece: number, model: Span) {
    this.#pieces = pieces
    this.#firstWords = wordsOf(pieces[0])
    this.#modelPiece = modelPiece
    this.#model = model
  }

  /** Undefined if the frame is none to compare others with. */
  static of(frame: Buffer, { kind, models, usage, texts }: InspectedFrame): FramePattern | undefined {
    if (kind !== 'content' || texts === undefined || frame.length > sizeMax) return undefined
    if (usage !== undefined || models.length > 1) return undefined
    const starts = [0, ...texts.map(({ end }) => end)]
    const ends = [...texts.map(({ start }) => start), frame.length]
    const pieces = starts.map((start, index) => Uint8Array.from(frame.subarray(start, ends[index])))
    const [model] = models
    if (model === undefined) return new FramePattern(pieces, -1, nowhere)
    const piece = starts.findLastIndex((start) => start <= model.start)
    const pieceStart = starts[piece] ?? 0
    const place = { start: model.start - pieceStart, end: model.end - pieceStart }
    return new FramePattern(pieces, piece, place)
  }

  /** Where the frame names its model, an empty span if it does not; undefined if the frame does not fit. */
  findModel(frame: Buffer): Span | undefined {
    if (!this.#beginsAlike(frame)) return undefined
    let model = this.#modelPiece === 0 ? this.#model : nowhere
    let at = this.#pieces[0]?.length ?? 0
    for (let index = 1; index < this.#pieces.length; index += 1) {
      const piece = this.#pieces[index]
      at = textEnd(frame, at)
      if (piece === undefined || !hasAt(frame, at, piece)) return undefined
      if (index === this.#modelPiece) {
        model = { start: at + this.#model.start, end: at + this.#model.end }
      }
      at += piece.length
    }
    return at === frame.length ? model : undefined
  }

  #beginsAlike(frame: Buffer): boolean {
    const first = this.#pieces[0]
    if (first === undefined || frame.length > sizeMax || frame.length < first.length) return false
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

/** The quote that ends the string, or a place where none is. */
function textEnd(frame: Buffer, from: number): number {
  let at = from
  for (;;) {
    const byte = frame[at] ?? quote
    // No string can hold a control character and no piece begins with one, so nothing fits there.
    if (byte === quote || byte < 0x20) return at
    at += byte === backslash ? 2 : 1
  }
}

function hasAt(frame: Buffer, at: number, piece: Uint8Array): boolean {
  if (at + piece.length > frame.length) return false
  for (let index = 0; index < piece.length; index += 1) {
    if (frame[at + index] !== piece[index]) return false
  }
  return true
}
