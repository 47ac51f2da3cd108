import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SseSplitter } from './sse-splitter.ts'

// On a busy machine the many cases exceed the default timeout.
const patient = { timeout: 30_000 }

const piece = fc.oneof(
  fc.constantFrom(
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    '\r\n\r\n',
    '\r\r',
    'data: ',
    ': ping',
    'event: x',
    '\uFEFF',
    '😀é',
  ),
  fc.string({ maxLength: 5, unit: 'grapheme' }),
)
const stream = fc.array(piece, { maxLength: 20 }).map((pieces) => Buffer.from(pieces.join('')))

function splitAt(bytes: Buffer, places: readonly number[]) {
  const splitter = new SseSplitter()
  const ends = [...places, bytes.length]
  const frames = ends.flatMap((end, index) => splitter.feed(bytes.subarray(ends[index - 1] ?? 0, end)).frames)
  return { frames: frames.map((frame) => frame.toString('hex')), rest: splitter.rest() }
}

test('the frames do not depend on how the stream is chunked', patient, () => {
  fc.assert(
    fc.property(stream, (bytes) => {
      const whole = splitAt(bytes, [])
      for (let place = 0; place <= bytes.length; place += 1) expect(splitAt(bytes, [place])).toEqual(whole)
      expect(
        splitAt(
          bytes,
          Array.from(bytes, (_, index) => index),
        ),
      ).toEqual(whole)
    }),
    { numRuns: 200 },
  )
})

test('no byte except a byte order mark is lost, and frames follow the standard', patient, () => {
  fc.assert(
    fc.property(fc.oneof(stream, fc.uint8Array({ maxLength: 40 })), (received) => {
      const bytes = Buffer.from(received)
      const splitter = new SseSplitter()
      const frames = splitter.feed(bytes).frames.map((frame) => frame.toString('latin1'))
      const rest = splitter.rest()
      const restText =
        rest.kind === 'none' ? '' : (rest.kind === 'frame' ? rest.frame : rest.bytes).toString('latin1')
      const text = bytes.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '')
      expect(frames.join('') + restText).toBe(text)
      // Counts the blank lines as the standard defines them, independently of our implementation.
      const isWaiting = text.endsWith('\r') && rest.kind === 'frame'
      const lines = text.match(/[^\r\n]*(?:\r\n|\r|\n)/g) ?? []
      const ends = lines.filter((line) => /^[\r\n]+$/.test(line)).length
      expect(frames).toHaveLength(isWaiting ? ends - 1 : ends)
    }),
    { numRuns: 1_500 },
  )
})
