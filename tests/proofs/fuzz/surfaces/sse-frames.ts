// However a provider's bytes are cut into chunks, the same frames, kinds and usage are read, and no byte is lost. What the
// reader takes from earlier frames as a shortcut gives what reading the frame alone gives.
import { FrameReader, type ReadFrame } from '@gatehouse/gateway/wire/frame-reader'
import { readUsage } from '@gatehouse/gateway/wire/scan-answer'
import { SseSplitter } from '@gatehouse/bytes/sse-splitter'
import { cutInput } from '../engine/cut-input.ts'
import { type Check, type Surface, promise } from '../engine/surface.ts'

const alias = 'alias-of-caller'
const hidden = { provider: undefined, system_fingerprint: undefined }
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

export type SsePieces = {
  createSplitter: (options: { frameBytesMax?: number }) => Pick<SseSplitter, 'feed' | 'rest'>
  createReader: () => Pick<FrameReader, 'read'>
  readUsage: typeof readUsage
}

type Split = { kind: 'frames' | 'too_large'; frames: Buffer[]; rest: Buffer; isRestFrame: boolean }

export function checkSseFrames({ createSplitter, createReader, readUsage: readTokens }: SsePieces): Check {
  return (bytes) => {
    for (const frameBytesMax of [undefined, 48]) {
      const options = frameBytesMax === undefined ? {} : { frameBytesMax }
      const whole = split(createSplitter(options), [bytes])
      const cut = split(createSplitter(options), cutInput(bytes))
      promise(isSame(whole, cut), 'the frames do not depend on the chunks')
      if (whole.kind === 'too_large') continue
      const received = bytes.subarray(bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0)
      promise(Buffer.concat([...whole.frames, whole.rest]).equals(received), 'no byte is lost or added')
      if (frameBytesMax === undefined) checkFrames(whole.frames)
    }
  }

  function checkFrames(frames: readonly Buffer[]): void {
    const reader = createReader()
    for (const frame of frames) {
      const original = Buffer.from(frame)
      const read = reader.read(frame)
      promise(isSameReading(read, createReader().read(frame)), 'a shortcut reads what the frame says')
      promise(frame.equals(original), 'the received frame is not changed')
      checkData(original, read)
      if (read.usage) checkUsage(read.usage)
    }
  }

  function checkUsage(usage: Buffer): void {
    const tokens = readTokens(usage)
    if (tokens === 'none') return
    const counts = [tokens.promptTokens, tokens.cachedTokens, tokens.completionTokens]
    promise(
      counts.every((count) => Number.isInteger(count) && count >= 0 && count < 2 ** 31),
      'usage is a number of tokens',
    )
    promise(tokens.cachedTokens <= tokens.promptTokens, 'cached tokens are a part of the prompt')
  }
}

/** Judges frames of one line as a client does: it joins nothing, and parses the data as JSON. */
function checkData(frame: Buffer, read: ReadFrame): void {
  const before = readData(frame)
  if (before === undefined) return
  const after = readData(read.bytes)
  promise(after !== undefined, 'a frame stays a frame of one line')
  const [was, is] = [parseObject(before), parseObject(after ?? '')]
  const isMeant = ['content', 'last', 'usage', 'error'].includes(read.kind)
  promise(was === undefined || isMeant, 'an object is not taken for anything else')
  if (was === undefined) return
  promise(is !== undefined, 'an object stays an object')
  if (Object.hasOwn(was, 'model'))
    promise(is?.['model'] === alias || typeof was['model'] !== 'string', 'the model is the alias')
  const others = (object: object | undefined) => JSON.stringify({ ...object, model: 0, ...hidden })
  promise(others(was) === others(is), 'apart from the model and hidden fields, nothing changes')
  promise(
    Object.keys(hidden).every((name) => is === undefined || !Object.hasOwn(is, name)),
    'the provider is hidden',
  )
}

function readData(frame: Buffer): string | undefined {
  const text = decoder.decode(frame)
  return /^data: ?([^\r\n]*)(?:\r\n|\r|\n){2}$/.exec(text)?.[1]
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function split(splitter: Pick<SseSplitter, 'feed' | 'rest'>, chunks: readonly Buffer[]): Split {
  const frames: Buffer[] = []
  let kind: Split['kind'] = 'frames'
  for (const chunk of chunks) {
    const result = splitter.feed(chunk)
    frames.push(...result.frames)
    kind = result.kind
  }
  const rest = splitter.rest()
  const bytes = rest.kind === 'none' ? Buffer.alloc(0) : rest.kind === 'frame' ? rest.frame : rest.bytes
  return { kind, frames, rest: bytes, isRestFrame: rest.kind === 'frame' }
}

function isSame(one: Split, other: Split): boolean {
  return (
    one.kind === other.kind &&
    one.frames.length === other.frames.length &&
    one.frames.every((frame, place) => frame.equals(other.frames[place] ?? Buffer.alloc(0))) &&
    one.rest.equals(other.rest) &&
    one.isRestFrame === other.isRestFrame
  )
}

function isSameReading(one: ReadFrame, other: ReadFrame): boolean {
  const usageOf = ({ usage }: ReadFrame) => usage?.toString('latin1')
  return one.kind === other.kind && one.bytes.equals(other.bytes) && usageOf(one) === usageOf(other)
}

export const surface: Surface = {
  name: 'sse-frames',
  inputBytesMax: 700,
  dictionary: [
    'data: ',
    'data:',
    '\n\n',
    '\r\n\r\n',
    '\r\r',
    'event: error\n',
    ': ping\n\n',
    '[DONE]',
    '"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}',
    '"finish_reason":"stop"',
    '"choices":[]',
    '"model":"m"',
    '"provider":1',
    '"system_fingerprint":null,',
    '\ufeff',
  ],
  open: () =>
    checkSseFrames({
      createSplitter: (options) => new SseSplitter(options),
      createReader: () => new FrameReader(alias),
      readUsage,
    }),
}
