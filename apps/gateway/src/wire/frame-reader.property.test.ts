import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader } from './frame-reader.ts'
import { inspectFrame } from './inspect-frame.ts'
import { quoteName, rewriteAnswer } from './replace-model.ts'
import { damaged, jsonText, stringText } from '@gatehouse/bytes/testing/arbitrary-json'

// On a busy machine the many cases exceed the default timeout.
const patient = { timeout: 30_000 }

type Chunk = Readonly<Record<string, unknown>>

const alias = quoteName('svc/a')
const insideString = stringText.map((text) => text.slice(1, -1))

/** Frames as one provider sends them: mostly alike, with an occasional difference. */
const stream = fc
  .record({
    isModelLast: fc.boolean(),
    hasPadding: fc.boolean(),
    hiding: fc.array(
      fc.tuple(fc.nat(8), fc.constantFrom('"provider":{"a":[1]}', '"system_fingerprint":"fp"')),
      {
        maxLength: 3,
      },
    ),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    choices: fc.array(
      fc.record({
        text: insideString,
        padding: insideString,
        error: fc.option(jsonText, { freq: 8, nil: undefined }),
        finish: fc.oneof({ weight: 6, arbitrary: fc.constant('null') }, { weight: 1, arbitrary: jsonText }),
        usage: fc.oneof({ weight: 6, arbitrary: fc.constant('null') }, { weight: 1, arbitrary: jsonText }),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ isModelLast, hasPadding, hiding, lineEnd, choices }) =>
    choices.map(({ text, padding, error, finish, usage }) => {
      const model = '"model":"provider-1"'
      const members = [
        '"id":"c-1"',
        ...(isModelLast ? [] : [model]),
        `"choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":${finish}}]`,
        ...(isModelLast ? [model] : []),
        ...(hasPadding ? [`"obfuscation":"${padding}"`] : []),
        ...(error === undefined ? [] : [`"error":${error}`]),
        `"usage":${usage}`,
      ]
      for (const [place, hidden] of hiding) members.splice(place, 0, hidden)
      return `data: {${members.join(',')}}${lineEnd}${lineEnd}`
    }),
  )

function withoutHidden(frame: string): string {
  const hidden = String.raw`(?:"provider":\{"a":\[1\]\}|"system_fingerprint":"fp")`
  return frame.replaceAll(new RegExp(`${hidden},`, 'g'), '').replaceAll(new RegExp(`,${hidden}`, 'g'), '')
}

function kindByParser(frame: string): string {
  const { error, choices, usage } = JSON.parse(frame.slice('data: '.length)) as Chunk
  if (error) return 'error'
  const list = choices as { finish_reason: unknown }[]
  if (list.some(({ finish_reason: reason }) => reason !== null)) return 'last'
  return typeof usage === 'object' && usage !== null && list.length === 0 ? 'usage' : 'content'
}

test('a frame is read as JSON.parse reads it, regardless of the frames before it', patient, () => {
  fc.assert(
    fc.property(stream, (frames) => {
      const reader = new FrameReader('svc/a')
      for (const frame of frames) {
        // JSON.parse accepts line breaks between tokens, but in a frame a line break ends the data line.
        if (/[\r\n]/.test(frame.trimEnd())) continue
        const read = reader.read(Buffer.from(frame))
        expect(read.kind).toBe(kindByParser(frame))
        const expected = frame.replace('"model":"provider-1"', '"model":"svc/a"')
        expect(String(read.bytes)).toBe(withoutHidden(expected))
      }
    }),
    { numRuns: 300 },
  )
})

test('the remembered pattern never changes how the next frame is read', patient, () => {
  const next = fc.oneof(
    damaged(stream.map((frames) => frames.at(-1) ?? 'data: {}\n\n')),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  )
  fc.assert(
    fc.property(stream, next, (frames, frame) => {
      const reader = new FrameReader('svc/a')
      for (const earlier of frames) reader.read(Buffer.from(earlier))
      const { kind, bytes, usage } = reader.read(frame)
      const fresh = inspectFrame(frame)
      expect({ kind, usage }).toEqual({ kind: fresh.kind, usage: fresh.usage })
      expect(bytes).toEqual(rewriteAnswer(frame, fresh, alias))
    }),
    { numRuns: 700 },
  )
})
