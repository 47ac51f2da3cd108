// Cuts a stream of server-sent events into its frames, each with the blank line that ends it, whatever chunks they
// come in. Bytes are neither decoded nor changed, so a chunk may end anywhere, in the middle of a character too.

// No provider's frame comes near it; more would only be memory for whoever wants to use it up.
const frameBytesMaxDefault = 8 * 1_024 * 1_024

const lineFeed = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const nothing = Buffer.alloc(0)

export type SplitFrames = {
  /** With 'too_large' the frame after these exceeds the limit, and nothing more will come. */
  readonly kind: 'frames' | 'too_large'
  readonly frames: readonly Buffer[]
}

export type StreamRest =
  | { readonly kind: 'none' }
  /** It is whole, but the line feed of its last line end might have followed. */
  | { readonly kind: 'frame'; readonly frame: Buffer }
  /** Clients that keep to the standard drop it. */
  | { readonly kind: 'unfinished'; readonly bytes: Buffer }

export class SseSplitter {
  readonly #frameBytesMax: number
  #frames: Buffer[] = []
  /** The beginning of a frame whose end has not come, in a buffer that grows; most frames need none. */
  #waiting = nothing
  #waitingBytes = 0
  #isAtLineStart = true
  /** The last byte was a carriage return, to which a line feed may belong. */
  #isAfterReturn = false
  /** That carriage return ended a blank line, and so a frame. */
  #isFrameOver = false
  #isTooLarge = false
  /** What may be the beginning of a byte order mark; undefined as soon as that is decided. */
  #mark: Buffer | undefined = nothing

  constructor({ frameBytesMax = frameBytesMaxDefault }: { frameBytesMax?: number } = {}) {
    this.#frameBytesMax = frameBytesMax
  }

  feed(received: Buffer): SplitFrames {
    this.#frames = []
    if (!this.#isTooLarge) {
      const chunk = this.#mark === undefined ? received : this.#dropMark(this.#mark, received)
      const frameStart = this.#split(chunk)
      if (frameStart < chunk.length) this.#wait(chunk, frameStart, chunk.length)
    }
    return { kind: this.#isTooLarge ? 'too_large' : 'frames', frames: this.#frames }
  }

  /** What has come since the last whole frame; for the end of the stream. */
  rest(): StreamRest {
    const bytes = this.#mark ?? this.#waiting.subarray(0, this.#waitingBytes)
    if (bytes.length === 0) return { kind: 'none' }
    return this.#isFrameOver ? { kind: 'frame', frame: bytes } : { kind: 'unfinished', bytes }
  }

  /** Gives out the frames that end in this chunk, and says where the next begins. */
  #split(chunk: Buffer): number {
    const { length } = chunk
    let frameStart = 0
    let at = 0
    let nextReturn = -1
    while (at < length) {
      const byte = chunk[at] ?? 0
      let isFrameEnd = false
      if (this.#isAfterReturn) {
        // Decided only now, so that frames are the same however the chunks fall.
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
        if (!this.#give(chunk, frameStart, at)) return length
        frameStart = at
      }
    }
    return frameStart
  }

  #give(chunk: Buffer, start: number, end: number): boolean {
    if (this.#waitingBytes > 0) {
      if (!this.#wait(chunk, start, end)) return false
      this.#frames.push(this.#waiting.subarray(0, this.#waitingBytes))
      this.#waiting = nothing
      this.#waitingBytes = 0
      return true
    }
    if (end - start > this.#frameBytesMax) return this.#refuse()
    this.#frames.push(start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end))
    return true
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

  /** The standard ignores a mark at the beginning of a stream, but a comment of ours may come before it. */
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
