// Parses an HTTP answer from a socket while it arrives. Written here because a library hides what a proof must know:
// how many bytes arrived, and whether the end was proper.

export type Answer = {
  /** Undefined until the head is complete. */
  readonly status: number | undefined
  readonly headers: ReadonlyMap<string, string>
  /** Body without HTTP framing. */
  readonly body: Buffer
  /** Complete frames of a stream, without comments. */
  readonly frames: readonly Buffer[]
  /** Bytes of an incomplete frame. */
  readonly unfinished: Buffer
  /** Whether HTTP's framing says that the answer is complete. */
  readonly isWhole: boolean
}

const headEnd = '\r\n\r\n'
const nothing = Buffer.alloc(0)

export class AnswerReader implements Answer {
  status: number | undefined
  readonly headers = new Map<string, string>()
  readonly frames: Buffer[] = []
  isWhole = false
  #undecoded = nothing
  #chunkLeft = 0
  #body: Buffer[] = []
  #bodyLength = 0
  #unfinished = nothing

  get body(): Buffer {
    return Buffer.concat(this.#body)
  }

  get unfinished(): Buffer {
    return this.#unfinished
  }

  get isStream(): boolean {
    return this.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  }

  feed(bytes: Buffer): void {
    this.#undecoded = Buffer.concat([this.#undecoded, bytes])
    if (this.status === undefined) this.#readHead()
    if (this.status === undefined) return
    if (this.headers.get('transfer-encoding') === 'chunked') this.#readChunks()
    else this.#readLength()
  }

  #readHead(): void {
    const end = this.#undecoded.indexOf(headEnd)
    if (end < 0) return
    const [first = '', ...lines] = this.#undecoded.toString('latin1', 0, end).split('\r\n')
    this.status = Number(first.split(' ')[1])
    for (const line of lines) {
      const colon = line.indexOf(':')
      this.headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
    }
    this.#undecoded = this.#undecoded.subarray(end + headEnd.length)
  }

  #readChunks(): void {
    while (!this.isWhole && this.#undecoded.length > 0) {
      if (this.#chunkLeft === 0 && !this.#readChunkLength()) return
      // A client acts on what has arrived, so part of a chunk counts too.
      const part = this.#undecoded.subarray(0, this.#chunkLeft)
      this.#chunkLeft -= part.length
      this.#undecoded = this.#undecoded.subarray(part.length)
      this.#take(part)
    }
  }

  #readChunkLength(): boolean {
    const lineEnd = this.#undecoded.indexOf('\r\n')
    if (lineEnd < 0) return false
    // The line that ends the previous chunk is empty.
    const line = this.#undecoded.toString('latin1', 0, lineEnd)
    this.#undecoded = this.#undecoded.subarray(lineEnd + 2)
    this.#chunkLeft = line === '' ? 0 : Number.parseInt(line, 16)
    this.isWhole = line === '0'
    return true
  }

  #readLength(): void {
    const length = Number(this.headers.get('content-length') ?? 0)
    this.#take(this.#undecoded)
    this.#undecoded = nothing
    this.isWhole = this.#bodyLength >= length
  }

  #take(bytes: Buffer): void {
    this.#body.push(bytes)
    this.#bodyLength += bytes.length
    if (!this.isStream) return
    this.#unfinished = Buffer.concat([this.#unfinished, bytes])
    for (let end = frameEnd(this.#unfinished); end > 0; end = frameEnd(this.#unfinished)) {
      const frame = this.#unfinished.subarray(0, end)
      this.#unfinished = this.#unfinished.subarray(end)
      if (frame[0] !== 0x3a) this.frames.push(frame)
    }
  }
}

/** Returns the position after the first blank line, or 0 if there is none. */
export function frameEnd(bytes: Buffer): number {
  const ends = ['\n\n', '\r\n\r\n'].map((mark) => {
    const at = bytes.indexOf(mark)
    return at < 0 ? Number.POSITIVE_INFINITY : at + mark.length
  })
  const end = Math.min(...ends)
  return Number.isFinite(end) ? end : 0
}

export function isDone(frame: Buffer | undefined): boolean {
  return frame?.toString('latin1') === 'data: [DONE]\n\n'
}

/** Returns the text of the envelope if the frame is one of our error frames. */
export function readErrorFrame(frame: Buffer | undefined): string | undefined {
  const text = frame?.toString('utf8') ?? ''
  return text.startsWith('data: {"error":{') ? text.slice('data: '.length).trimEnd() : undefined
}
