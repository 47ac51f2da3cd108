// A body is refused with a reason, or what is forwarded differs from it only in the model name and the request for usage,
// and means to any JSON parser what the gateway read.
import { isDeepStrictEqual } from 'node:util'
import { type ScannedBody, scanRequestBody } from '@gatehouse/gateway/wire/scan-request-body'
import { spliceRequestBody } from '@gatehouse/gateway/wire/replace-model'
import { type Check, type Surface, promise } from '../engine/surface.ts'

type Parsed = Readonly<Record<string, unknown>>

const providerModel = 'provider/model "é"'
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const modelBytes = Buffer.from(JSON.stringify(providerModel))
const decisiveFields = new Set([
  'model',
  'stream',
  'stream_options',
  'n',
  'best_of',
  'prompt',
  'input',
  'max_tokens',
  'max_completion_tokens',
])

export type RequestJsonParts = {
  scan: typeof scanRequestBody
  splice: typeof spliceRequestBody
}

export function checkRequestJson({ scan, splice }: RequestJsonParts): Check {
  return (body) => {
    const original = Buffer.from(body)
    const scanned = scan(body)
    if (scanned.kind === 'invalid') {
      promise(scanned.message.length > 0 && scanned.message.length < 300, 'a refusal has a short reason')
      return
    }
    const parsed = parseStrictly(body)
    checkReading(scanned, parsed)
    const plain = Buffer.concat(splice(body, scanned, { providerModel, withUsage: false }).parts)
    promise(plain.equals(withModel(body, scanned)), 'only the model name differs')
    const spliced = splice(body, scanned, { providerModel, withUsage: true })
    const sent = Buffer.concat(spliced.parts)
    promise(spliced.length === sent.length, 'the announced length is the length')
    const options = { ...(parsed['stream_options'] as Parsed | null), include_usage: true }
    const usage = scanned.isStream ? { stream_options: options } : {}
    promise(
      isDeepStrictEqual(parseStrictly(sent), { ...parsed, model: providerModel, ...usage }),
      'the forwarded body means the same apart from the model and the requested usage',
    )
    if (!scanned.isStream) promise(sent.equals(plain), 'usage is requested only of streams')
    promise(body.equals(original), 'the body of the caller is not changed')
  }
}

/** What another parser reads; it decodes strictly and takes the last of repeated fields. */
function parseStrictly(body: Buffer): Parsed {
  try {
    return JSON.parse(strictDecoder.decode(body)) as Parsed
  } catch (error) {
    throw new Error(`accepted or forwarded what is not JSON: ${String(error)}`, { cause: error })
  }
}

function checkReading(scanned: ScannedBody, parsed: Parsed): void {
  promise(scanned.model === parsed['model'], 'the model is the one that another parser reads')
  promise(scanned.isStream === (parsed['stream'] ?? false), '`stream` is what another parser reads')
  for (const [name, read] of [
    ['n', scanned.n],
    ['best_of', scanned.bestOf],
  ] as const)
    promise(read >= Number(parsed[name] ?? 1), `\`${name}\` is never read as less`)
  for (const [name, read] of [
    ['prompt', scanned.promptCount],
    ['input', scanned.inputCount],
  ] as const)
    promise(read >= countTexts(parsed[name]), `\`${name}\` is never counted as less`)
  const limitMax = scanned.outputTokensMax ?? Number.POSITIVE_INFINITY
  for (const name of ['max_tokens', 'max_completion_tokens'])
    promise(limitMax >= (positive(parsed[name]) ?? 0), `\`${name}\` is never read as less`)
  for (const key of Object.keys(parsed)) {
    const folded = key.toUpperCase().toLowerCase()
    promise(key === folded || !decisiveFields.has(folded), 'a field in another case is refused')
  }
}

function withModel(body: Buffer, { modelSpans }: ScannedBody): Buffer {
  const parts: Buffer[] = []
  let copiedTo = 0
  for (const { start, end } of modelSpans) {
    parts.push(body.subarray(copiedTo, start), modelBytes)
    copiedTo = end
  }
  return Buffer.concat([...parts, body.subarray(copiedTo)])
}

function countTexts(texts: unknown): number {
  if (!Array.isArray(texts)) return 1
  return texts.filter((item) => typeof item === 'string' || Array.isArray(item)).length
}

function positive(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined
}

export const surface: Surface = {
  name: 'request-json',
  inputBytesMax: 1_000,
  dictionary: [
    '"model":"m"',
    '"stream":true',
    '"stream_options":{"include_usage":false}',
    '\\u006d',
    '\\ud83d',
    'null',
    '"n":2',
    '"Model"',
    '"__proto__":{}',
  ],
  open: () => checkRequestJson({ scan: scanRequestBody, splice: spliceRequestBody }),
}
