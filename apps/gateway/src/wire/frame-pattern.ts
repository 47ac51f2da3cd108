import type { InspectedFrame } from './inspect-frame.ts'
import type { Span } from './json/json-cursor.ts'
import { backslash, quote } from './json/json-text.ts'

// A frame is copied here so that its beginning can be compared by words, which must lie at multiples of four; byte by
// byte takes four times as long. Comparing is never interrupted, so all patterns can have one.
const sizeMax = 4_096
const scratchBytes = new Uint8Array(sizeMax)
const scratchWords = new Int32Array(scratchBytes.buffer)

/** A part of a piece that is to be replaced. */
type Place = FrameEdit & { piece: number }

/** By the alias if it names the model, and else by nothing. */
export type FrameEdit = Span & { isModel: boolean }

/** A content frame with holes where its texts were. Another frame that fits it differs in those texts alone. */
export class FramePattern {
  /** What stands between the holes; copied, because the frame may be a view of a much larger chunk. */
  readonly #pieces: readonly Uint8Array[]
  /** The whole words of the first piece, which is by far the longest. */
  readonly #firstWords: Int32Array
  /** Where the model is named, if it is, and what is hidden, in the order of the frame. */
  readonly #places: readonly Place[]

  private constructor(pieces: readonly Uint8Array[], places: readonly Place[]) {
    this.#pieces = pieces
    this.#firstWords = wordsOf(pieces[0])
    this.#places = places
  }

  /** Undefined if the frame is none to compare others with. */
  static of(frame: Buffer, { kind, models, hidden, usage, texts }: InspectedFrame): FramePattern | undefined {
    if (kind !== 'content' || texts === undefined || frame.length > sizeMax) return undefined
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

  /** What is to be replaced in the frame, in its order; undefined if the frame does not fit. */
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
