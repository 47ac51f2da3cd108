// Splits a stream of server-sent events into frames, each with the blank line that ends it, regardless of how it is
// chunked. Bytes are neither decoded nor changed, so a chunk may end anywhere, even inside a character.
import { largeBytes } from './large-bytes.ts'

// No server sends frames near this size; a higher limit would only let an attacker use up memory.
const frameBytesMaxDefault = 8 * 1_024 * 1_024

const lineFeed = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const nothing = Buffer.alloc(0)

// Only large frames are worth being transferred to another thread.
const ownFrames = new WeakSet<Buffer>()

/** Whether no other frame shares the memory of this large one, so that all of it can be transferred. */
export function ownsMemory(frame: Buffer): boolean {
  return ownFrames.has(frame)
}

export type SplitFrames = {
  /** 'too_large' means that the next frame exceeds the limit, and that no more frames follow. */
  readonly kind: 'frames' | 'too_large'
  readonly frames: readonly Buffer[]
}

export type StreamRest =
  | { readonly kind: 'none' }
  /** A complete frame that was held back because a line feed could still have followed its final carriage return. */
  | { readonly kind: 'frame'; readonly frame: Buffer }
  /** An incomplete frame, which clients that follow the standard discard. */
  | { readonly kind: 'unfinished'; readonly bytes: Buffer }

export class SseSplitter {
  readonly #frameBytesMax: number
  /** Start of a frame whose end has not arrived, in a growing buffer; most frames do not need it. */
  #waiting = nothing
  #waitingBytes = 0
  #isAtLineStart = true
  /** Whether the last byte was a carriage return; a line feed after it would belong to the same line break. */
  #isAfterReturn = false
  /** Whether that carriage return ended a blank line, and with it a frame. */
  #isFrameOver = false
  #isTooLarge = false
  /** Bytes that may be the start of a byte order mark; undefined once that is decided. */
  #mark: Buffer | undefined = nothing

  constructor({ frameBytesMax = frameBytesMaxDefault }: { frameBytesMax?: number } = {}) {
    this.#frameBytesMax = frameBytesMax
  }

  feed(received: Buffer): SplitFrames {
    const frames: Buffer[] = []
    if (!this.#isTooLarge) {
      const chunk = this.#mark === undefined ? received : this.#dropMark(this.#mark, received)
      const frameStart = this.#split(chunk, frames)
      if (frameStart < chunk.length) this.#wait(chunk, frameStart, chunk.length)
    }
    return { kind: this.#isTooLarge ? 'too_large' : 'frames', frames }
  }

  /** Returns the bytes since the last whole frame. Call it at the end of the stream. */
  rest(): StreamRest {
    const bytes = this.#mark ?? this.#waiting.subarray(0, this.#waitingBytes)
    if (bytes.length === 0) return { kind: 'none' }
    return this.#isFrameOver ? { kind: 'frame', frame: bytes } : { kind: 'unfinished', bytes }
  }

  /**
   * Adds the frames that end in this chunk, and returns the offset at which the next frame starts. They are not kept
   * here: what thousands of open streams hold until their next frame outlives young collections and fills the heap.
   */
  #split(chunk: Buffer, frames: Buffer[]): number {
    const { length } = chunk
    let frameStart = 0
    let at = 0
    let nextReturn = -1
    while (at < length) {
      const byte = chunk[at] ?? 0
      let isFrameEnd = false
      if (this.#isAfterReturn) {
        // A frame that ends with a carriage return is emitted only when the next byte is known, so that frames do not
        // depend on how the stream is chunked.
        if (byte === lineFeed) at += 1
        this.#isAfterReturn = false
        isFrameEnd = this.#isFrameOver
        this.#isFrameOver = false
      } else if (this.#isAtLineStart && (byte === lineFeed || byte === carriageReturn)) {
        at += 1
        isFrameEnd = byte === lineFeed
        this.#isAfterReturn = this.#isFrameOver = byte === carriageReturn
      } else {
        if (nextReturn < at) nextReturn = indexOrEnd(chunk, carriageReturn, at)
        const lineEnd = Math.min(indexOrEnd(chunk, lineFeed, at), nextReturn)
        this.#isAtLineStart = lineEnd < length
        this.#isAfterReturn = lineEnd < length && lineEnd === nextReturn
        at = lineEnd + 1
      }
      if (isFrameEnd) {
        const frame = this.#take(chunk, frameStart, at)
        if (frame === undefined) return length
        frames.push(frame)
        frameStart = at
      }
    }
    return frameStart
  }

  /** Returns the frame that ends here; undefined if it is too large. */
  #take(chunk: Buffer, start: number, end: number): Buffer | undefined {
    if (this.#waitingBytes > 0) {
      if (!this.#wait(chunk, start, end)) return undefined
      const frame = this.#waiting.subarray(0, this.#waitingBytes)
      if (frame.length > largeBytes) ownFrames.add(frame)
      this.#waiting = nothing
      this.#waitingBytes = 0
      return frame
    }
    if (end - start <= this.#frameBytesMax)
      return start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end)
    this.#refuse()
    return undefined
  }

  #wait(chunk: Buffer, start: number, end: number): boolean {
    const total = this.#waitingBytes + end - start
    if (total > this.#frameBytesMax) return this.#refuse()
    if (total > this.#waiting.length) {
      const larger = Buffer.allocUnsafe(Math.max(total, 2 * this.#waiting.length))
      this.#waiting.copy(larger, 0, 0, this.#waitingBytes)
      this.#waiting = larger
    }
    chunk.copy(this.#waiting, this.#waitingBytes, start, end)
    this.#waitingBytes = total
    return true
  }

  #refuse(): false {
    this.#isTooLarge = true
    this.#waiting = nothing
    this.#waitingBytes = 0
    return false
  }

  /**
   * Removes a byte order mark at the start of the stream: clients ignore it only as the very first bytes they receive,
   * and a process that forwards the frames may send a ping before them.
   */
  #dropMark(begun: Buffer, received: Buffer): Buffer {
    const bytes = begun.length === 0 ? received : Buffer.concat([begun, received])
    const isMark = byteOrderMark.subarray(0, bytes.length).equals(bytes.subarray(0, byteOrderMark.length))
    if (isMark && bytes.length < byteOrderMark.length) {
      this.#mark = bytes
      return nothing
    }
    this.#mark = undefined
    return isMark ? bytes.subarray(byteOrderMark.length) : bytes
  }
}

function indexOrEnd(chunk: Buffer, byte: number, from: number): number {
  const found = chunk.indexOf(byte, from)
  return found < 0 ? chunk.length : found
}
