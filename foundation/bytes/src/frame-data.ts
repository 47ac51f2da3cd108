// The data of one server-sent event. Most events have a single `data:` line, whose text can be read in place.

const lineFeed = 0x0a
const carriageReturn = 0x0d
const space = 0x20
const colon = 0x3a

export type FrameData = {
  /** A buffer of the frame's length: the data at its original offsets, and line feeds everywhere else. */
  readonly text: Buffer
  readonly hasData: boolean
  /** Value of the last `event` field. */
  readonly event: string
}

/** Offset of the data if the frame begins with `data:`, otherwise -1. */
export function dataStart(frame: Buffer): number {
  // "data:"
  const isData =
    frame[0] === 0x64 && frame[1] === 0x61 && frame[2] === 0x74 && frame[3] === 0x61 && frame[4] === colon
  if (!isData) return -1
  return frame[5] === space ? 6 : 5
}

export function isOneLine(frame: Buffer, start: number, end: number): boolean {
  const feed = frame.indexOf(lineFeed, start)
  const carriage = frame.indexOf(carriageReturn, start)
  return (feed < 0 || feed >= end) && (carriage < 0 || carriage >= end)
}

/**
 * Reads the data of any frame. The standard joins data lines with a line feed, which is white space in JSON except
 * inside strings, where it is invalid in the joined text as well. Offsets in the text are therefore offsets in the
 * frame.
 */
export function readFrameData(frame: Buffer): FrameData {
  const text = Buffer.alloc(frame.length, lineFeed)
  let hasData = false
  let event = ''
  let lineStart = 0
  while (lineStart < frame.length) {
    const lineEnd = findLineEnd(frame, lineStart)
    const { name, valueStart } = readField(frame, lineStart, lineEnd)
    if (name === 'data') {
      frame.copy(text, valueStart, valueStart, lineEnd)
      hasData = true
    } else if (name === 'event') {
      event = frame.toString('utf8', valueStart, lineEnd)
    }
    lineStart = lineEnd + 1
  }
  return { text, hasData, event }
}

function findLineEnd(frame: Buffer, from: number): number {
  let at = from
  while (at < frame.length && frame[at] !== lineFeed && frame[at] !== carriageReturn) at += 1
  return at
}

/** A line that begins with a colon is a comment: a field with an empty name. */
function readField(frame: Buffer, start: number, end: number): { name: string; valueStart: number } {
  const nameEnd = frame.subarray(start, end).indexOf(colon)
  if (nameEnd < 0) return { name: frame.toString('latin1', start, Math.min(end, start + 8)), valueStart: end }
  const name = frame.toString('latin1', start, start + nameEnd)
  const afterColon = start + nameEnd + 1
  return { name, valueStart: afterColon < end && frame[afterColon] === space ? afterColon + 1 : afterColon }
}
