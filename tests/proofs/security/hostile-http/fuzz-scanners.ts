// Runs the parsers of request bodies and provider streams on random and mutated bytes: they must neither throw nor
// hang, and whatever they accept the standard parser must accept too.
import { FrameReader } from '@gatehouse/gateway/wire/frame-reader'
import { scanAnswer } from '@gatehouse/gateway/wire/scan-answer'
import { scanRequestBody } from '@gatehouse/gateway/wire/scan-request-body'
import { SseSplitter } from '@gatehouse/bytes/sse-splitter'
import type { Random } from '../../kit/seeded-random.ts'
import { mutateBytes, randomBytesOf } from './mutate-bytes.ts'

export type ScanReport = { inputs: number; accepted: number; faults: string[] }

const faultsKept = 20

export function fuzzScanners(random: Random, count: number): ScanReport {
  const report: ScanReport = { inputs: count, accepted: 0, faults: [] }
  for (let input = 0; input < count; input += 1) {
    const isBody = input % 2 === 0
    const bytes = compose(random, isBody ? bodySeeds : streamSeeds)
    let fault: string | undefined
    try {
      const outcome = isBody ? tryBody(bytes) : tryStream(random, bytes)
      if (outcome === 'accepted') report.accepted += 1
      else if (outcome !== 'refused') fault = outcome
    } catch (error) {
      fault = String(error)
    }
    if (fault !== undefined && report.faults.length < faultsKept)
      report.faults.push(
        `${isBody ? 'body' : 'stream'}: ${fault}; read ${JSON.stringify(bytes.toString('latin1'))}`,
      )
  }
  return report
}

function compose(random: Random, seeds: readonly Buffer[]): Buffer {
  if (random.fraction() < 0.05) return randomBytesOf(random, 300)
  return mutateBytes(random, random.pick(seeds), tokens)
}

function tryBody(bytes: Buffer): string {
  const scan = scanRequestBody(bytes)
  if (scan.kind === 'invalid') return 'refused'
  const parsed = parse(bytes)
  if (parsed === undefined) return 'it accepted what is not a JSON object'
  if (parsed['model'] !== scan.model) return `it read the model ${JSON.stringify(scan.model)}`
  if ((parsed['stream'] === true) !== scan.isStream) return 'it read stream otherwise'
  return 'accepted'
}

function tryStream(random: Random, bytes: Buffer): string {
  const [once, inPieces] = [split(bytes, [bytes.length]), split(bytes, pieceSizes(random, bytes.length))]
  if (!once.equals(inPieces)) return 'other chunk boundaries gave other frames'
  const reader = new FrameReader('svc/chat-default')
  const { frames } = new SseSplitter().feed(bytes)
  for (const frame of frames) reader.read(frame)
  const start = bytes.indexOf('{')
  const answer = start < 0 ? undefined : scanAnswer(bytes, start)
  if (!answer) return 'refused'
  return parse(bytes.subarray(start, answer.end))
    ? 'accepted'
    : 'it accepted as an answer what is not a JSON object'
}

/** Joins the frames with a separator, so that different frames give different bytes. */
function split(bytes: Buffer, sizes: readonly number[]): Buffer {
  const splitter = new SseSplitter()
  const frames: Buffer[] = []
  let at = 0
  for (const size of sizes) {
    frames.push(...splitter.feed(bytes.subarray(at, at + size)).frames)
    at += size
  }
  return Buffer.concat(frames.flatMap((frame) => [frame, Buffer.from('|')]))
}

function pieceSizes(random: Random, total: number): number[] {
  const sizes: number[] = []
  for (let left = total; left > 0;) {
    const size = Math.min(left, random.integer(1, 40))
    sizes.push(size)
    left -= size
  }
  return sizes
}

function parse(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'))
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const bodySeeds = [
  '{"model":"svc/chat-default","messages":[{"role":"user","content":"Hello \\u00e9 \\"you\\""}],"n":2}',
  '{"stream":true,"model":"svc/chat-default","stream_options":{"include_usage":false},"max_tokens":100}',
  ' {\n "messages" : [ [ { } , null , true , -1.5e+10 ] ] ,\t"model" : "svc\\/chat" , "stream" : false }',
  '{"model":"a","input":["\u00e9\u4e16\u{1f600}"],"encoding_format":"base64","logprobs":null}',
].map((text) => Buffer.from(text))

const streamSeeds = [
  'data: {"id":"1","object":"chat.completion.chunk","model":"sim","choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}\n\n',
  'data: {"id":"1","model":"sim","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":2}}\n\ndata: [DONE]\n\n',
  ': ping\r\n\r\nevent: error\r\ndata: {"error":{"message":"x"}}\r\n\r\n',
  'data: {"a":\ndata: 1}\n\nid: 5\rdata: x\r\r',
  '\u00ef\u00bb\u00bfdata: {"choices":[{"text":"a","finish_reason":"stop"}],"model":"m"}\n\n',
].map((text) => Buffer.from(text, 'latin1'))

const tokens = [
  '"',
  '\\',
  '\\u',
  '\\ud800',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
  '"model":"b",',
  '"Model":"b",',
  '"stream":true,',
  '"stream":"true",',
  '"stream_options":null,',
  'true',
  'null',
  '-0',
  '1e999',
  '\u0000',
  '\n\n',
  '\r\n\r\n',
  '\r',
  'data:',
  'data: [DONE]\n\n',
  '\u00ff',
  '\u00ed\u00a0\u0080',
].map((text) => Buffer.from(text, 'latin1'))
