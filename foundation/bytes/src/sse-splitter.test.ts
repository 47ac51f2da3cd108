import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { SseSplitter, ownsMemory } from './sse-splitter.ts'

function split(...chunks: (string | Buffer)[]) {
  const splitter = new SseSplitter()
  const frames = chunks.flatMap((chunk) => splitter.feed(Buffer.from(chunk)).frames.map(String))
  return { frames, rest: splitter.rest() }
}

test.each([
  ['data: a\n\ndata: b\n\n', ['data: a\n\n', 'data: b\n\n']],
  ['data: a\r\n\r\ndata: b\r\n\r\n', ['data: a\r\n\r\n', 'data: b\r\n\r\n']],
  ['data: a\r\n\ndata: b\n\r\ndata: c\n\n', ['data: a\r\n\n', 'data: b\n\r\n', 'data: c\n\n']],
  ['data: a\n\rdata: b\r\rdata: c\n\n', ['data: a\n\r', 'data: b\r\r', 'data: c\n\n']],
  [': ping\n\ndata: a\n\n', [': ping\n\n', 'data: a\n\n']],
  ['event: x\nid: 1\ndata: a\ndata: b\n\n', ['event: x\nid: 1\ndata: a\ndata: b\n\n']],
  ['data: a\n\n\n\ndata: b\n\n', ['data: a\n\n', '\n', '\n', 'data: b\n\n']],
  ['data: a\rdata: b\ndata: c\r\n\n', ['data: a\rdata: b\ndata: c\r\n\n']],
])('a blank line ends a frame with any line ending: %j', (text, expected) => {
  expect(split(text)).toEqual({ frames: expected, rest: { kind: 'none' } })
})

test('a frame that ends with a carriage return waits for a possible line feed', () => {
  expect(split('data: a\r\n\r', '\ndata: b\n\n').frames).toEqual(['data: a\r\n\r\n', 'data: b\n\n'])
  expect(split('data: a\r\r', 'data: b\r\r')).toEqual({
    frames: ['data: a\r\r'],
    rest: { kind: 'frame', frame: Buffer.from('data: b\r\r') },
  })
})

test('bytes without a final blank line are the rest', () => {
  expect(split('data: a\n\ndata: b\n').rest).toEqual({ kind: 'unfinished', bytes: Buffer.from('data: b\n') })
  expect(split('dat').rest).toEqual({ kind: 'unfinished', bytes: Buffer.from('dat') })
  expect(split().rest).toEqual({ kind: 'none' })
})

test('a byte order mark is dropped at the start, in any number of chunks, and nowhere else', () => {
  const [one, two, three] = ['\uFEFF', 'data: \uFEFF\n\n', 'data: b\n\n'].map((text) => Buffer.from(text))
  if (!one || !two || !three) throw new RangeError('there are three')
  const expected = [String(two), String(three)]
  expect(split(Buffer.concat([one, two]), three).frames).toEqual(expected)
  expect(
    split(...Array.from(Buffer.concat([one, two, three]), (byte) => Buffer.from([byte]))).frames,
  ).toEqual(expected)
  expect(split(Buffer.from([0xef, 0xbb]), 'x\n\n').frames).toEqual([
    Buffer.from([0xef, 0xbb, 0x78, 0x0a, 0x0a]).toString(),
  ])
  expect(split(Buffer.from([0xef, 0xbb])).rest).toEqual({
    kind: 'unfinished',
    bytes: Buffer.from([0xef, 0xbb]),
  })
})

test('a frame within one chunk is a view of it', () => {
  const chunk = Buffer.from('data: a\n\ndata: b\n\n')
  const { frames } = new SseSplitter().feed(chunk)
  expect(frames.map((frame) => frame.buffer === chunk.buffer)).toEqual([true, true])
})

test('a frame of the maximum size is accepted and one more byte is too large, in one chunk or many', () => {
  const largest = `data: ${'x'.repeat(92)}\n\n`
  const larger = `data: ${'x'.repeat(93)}\n\n`
  for (const chunkBytes of [1, 7, 1_000]) {
    const splitter = new SseSplitter({ frameBytesMax: 100 })
    const text = Buffer.from(`${largest}${largest}${larger}${largest}`)
    const outcomes = Array.from({ length: Math.ceil(text.length / chunkBytes) }, (_, index) =>
      splitter.feed(text.subarray(index * chunkBytes, (index + 1) * chunkBytes)),
    )
    expect(outcomes.flatMap(({ frames }) => frames.map(String))).toEqual([largest, largest])
    expect(outcomes.at(-1)?.kind).toBe('too_large')
    expect(splitter.feed(Buffer.from(largest))).toEqual({ kind: 'too_large', frames: [] })
    expect(splitter.rest()).toEqual({ kind: 'none' })
  }
})

test('a large frame that arrives in chunks owns its memory, and one that is a view of a chunk does not', () => {
  const large = Buffer.from(`data: ${'x'.repeat(300_000)}\n\n`)
  const joined = new SseSplitter()
  joined.feed(large.subarray(0, 1_000))
  const [own] = joined.feed(Buffer.concat([large.subarray(1_000), large])).frames
  const [view] = new SseSplitter().feed(Buffer.concat([large, large])).frames
  expect([own, view].map((frame) => frame && ownsMemory(frame))).toEqual([true, false])
})

test('frames that were returned are not kept', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const splitter = new SseSplitter()
  const feed = () => new WeakRef(splitter.feed(Buffer.from('data: a\n\n')).frames)
  const frames = feed()
  // A WeakRef keeps its target until the current job has ended.
  await new Promise(setImmediate)
  collect()
  expect(frames.deref()).toBeUndefined()
  expect(splitter.rest()).toEqual({ kind: 'none' })
})
