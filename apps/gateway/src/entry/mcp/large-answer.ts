// Puts a large answer into the message in which the SDK returns it. The SDK gets marks in place of the answer, and the
// bytes take their places in the message that it has composed: parsing and composing 64 MiB would block the event loop for
// more than a second.
import type { CallToolResult } from '@modelcontextprotocol/server'
import { randomUUID } from 'node:crypto'
import { assert } from '@gatehouse/runtime/assert'

const quote = 0x22
const backslash = 0x5c
const space = 0x20
const quoteBytes = Buffer.from('"')
/** The white space that JSON allows between values, and the letters with which a string writes it. */
const lineBytes = [0x09, 0x0a, 0x0d]
const letters = new Map(lineBytes.map((byte, index) => [byte, 'tnr'.charCodeAt(index)]))
const escapedBytes = [quote, backslash, ...lineBytes]
// Takes less than a millisecond.
const sliceBytes = 65_536

export class LargeAnswer {
  readonly #mark = randomUUID()
  readonly #markBytes = Buffer.from(this.#mark)
  #json: Buffer | undefined

  /** Takes the JSON of an object and returns the result of the tool as the SDK gets it. */
  put(json: Buffer): Required<Pick<CallToolResult, 'content' | 'structuredContent'>> {
    this.#json = json
    return { content: [{ type: 'text', text: this.#mark }], structuredContent: { [this.#mark]: true } }
  }

  /** Whether an answer has been taken that is not in any message yet. */
  get isWaiting(): boolean {
    return this.#json !== undefined
  }

  isIn(message: Uint8Array): boolean {
    return this.isWaiting && Buffer.from(message).includes(this.#markBytes)
  }

  /** Returns the message with the answer in the places of its marks, one slice per turn of the event loop. */
  async *fill(message: Uint8Array): AsyncGenerator<Buffer> {
    const json = this.#json
    assert(json, 'there is an answer to fill in')
    this.#json = undefined
    const bytes = Buffer.from(message)
    const text = findPlace(bytes, `"${this.#mark}"`)
    const structured = findPlace(bytes, `{"${this.#mark}":true}`)
    assert(text.end <= structured.start, 'the text precedes the structured content')
    yield bytes.subarray(0, text.start)
    yield quoteBytes
    yield* inSlices(json, escapeSlice)
    yield quoteBytes
    yield bytes.subarray(text.end, structured.start)
    yield* inSlices(json, joinLines)
    yield bytes.subarray(structured.end)
  }
}

function findPlace(bytes: Buffer, placed: string): { start: number; end: number } {
  const start = bytes.indexOf(placed)
  assert(start >= 0, "the mark of an answer is in the SDK's message")
  return { start, end: start + placed.length }
}

async function* inSlices(json: Buffer, convert: (slice: Buffer) => Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < json.length; start += sliceBytes) {
    yield convert(json.subarray(start, start + sliceBytes))
    await new Promise(setImmediate)
  }
}

/**
 * JSON as the contents of a string. A slice may end anywhere, because each byte is converted alone. Most slices are the inside
 * of a long string and need no conversion, and searching one takes 5 µs, where a loop over its bytes takes 300.
 */
function escapeSlice(slice: Buffer): Buffer {
  if (!escapedBytes.some((byte) => slice.includes(byte))) return slice
  const escaped = Buffer.allocUnsafe(2 * slice.length)
  let length = 0
  for (const byte of slice) {
    const letter = byte < space ? letters.get(byte) : undefined
    if (letter !== undefined || byte === quote || byte === backslash) {
      escaped[length] = backslash
      length += 1
    }
    escaped[length] = letter ?? byte
    length += 1
  }
  return escaped.subarray(0, length)
}

/** A message in an event stream is one line. Strings cannot contain a line break, so only white space is replaced. */
function joinLines(slice: Buffer): Buffer {
  if (!lineBytes.some((byte) => slice.includes(byte))) return slice
  return Buffer.from(slice.map((byte) => (byte < space ? space : byte)))
}
