import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spliceRequestBody } from './replace-model.ts'
import { scanRequestBody } from './scan-request-body.ts'
import {
  type Member,
  anyKeyText,
  damaged,
  jsonText,
  keyText,
  numberText,
  objectText,
  stringText,
} from '@gatehouse/bytes/testing/arbitrary-json'

// On a busy machine the many cases exceed the default timeout.
const patient = { timeout: 30_000 }

const countNames = ['n', 'best_of', 'max_tokens', 'max_completion_tokens']
const readNames = ['model', 'stream', 'stream_options', 'prompt', 'input', ...countNames]

const named = (name: string, value: fc.Arbitrary<string>) => fc.record({ key: keyText(name), value })
const booleanText = fc.constantFrom('true', 'false', 'null')
const optionsText = fc
  .array(
    fc.oneof(
      named('include_usage', fc.oneof(booleanText, jsonText)),
      fc.record({ key: anyKeyText, value: jsonText }),
    ),
    { maxLength: 3 },
  )
  .chain((members) => objectText(members).map((text) => text.trim()))

/** Mostly valid request fields, and occasionally anything. */
const member: fc.Arbitrary<Member> = fc.oneof(
  named('model', stringText),
  named('stream', booleanText),
  named('stream_options', fc.oneof(fc.constant('null'), optionsText)),
  named('n', numberText),
  named('best_of', numberText),
  named(
    'prompt',
    fc.oneof(
      stringText,
      fc.array(jsonText, { maxLength: 4 }).map((items) => `[${items.join()}]`),
    ),
  ),
  named('max_tokens', numberText),
  named('max_completion_tokens', numberText),
  fc.record({ key: anyKeyText, value: jsonText }),
  fc
    .tuple(fc.constantFrom(...readNames, 'messages', 'Model', 'modeL'), jsonText)
    .chain(([name, value]) => named(name, fc.constant(value))),
)

const request = fc
  .tuple(fc.array(member, { maxLength: 6 }), named('model', stringText), fc.nat(6))
  .map(([members, model, place]) => members.toSpliced(place, 0, model))
  .chain((members) => fc.tuple(fc.constant(members), objectText(members)))

type Parsed = Readonly<Record<string, unknown>>

/** Whether the members, as written, must be refused. */
function isRefusable(members: readonly Member[]): boolean {
  const keys = members.map(({ key }) => JSON.parse(key) as string)
  const valuesOf = (name: string) => valuesNamed(members, name)
  const isMisspelt = (key: string, names: readonly string[]) =>
    !names.includes(key) && names.includes(fold(key))
  const isObjectOrNull = (value: unknown) => typeof value === 'object' && !Array.isArray(value)
  const counts = countNames.flatMap(valuesOf)
  const streams = valuesOf('stream')
  return (
    keys.some((key) => isMisspelt(key, readNames)) ||
    typeof valuesOf('model').at(-1) !== 'string' ||
    streams.some((value) => value !== null && typeof value !== 'boolean') ||
    new Set(streams.map(Boolean)).size > 1 ||
    counts.some((value) => value !== null && typeof value !== 'number') ||
    valuesOf('stream_options').some((value) => !isObjectOrNull(value)) ||
    valuesOf('stream_options').some((value) =>
      Object.keys(value ?? {}).some((key) => isMisspelt(key, ['include_usage'])),
    )
  )
}

function valuesNamed(members: readonly Member[], name: string): unknown[] {
  return members
    .filter(({ key }) => JSON.parse(key) === name)
    .map(({ value }) => JSON.parse(value) as unknown)
}

function countTexts(texts: unknown): number {
  if (!Array.isArray(texts)) return 1
  return texts.filter((item) => typeof item === 'string' || Array.isArray(item)).length
}

function fold(key: string): string {
  return key.toUpperCase().toLowerCase()
}

/** Undefined if the body has no output limit, or one that a provider may read as none. */
function largestLimit(members: readonly Member[]): number | undefined {
  const limits = ['max_tokens', 'max_completion_tokens']
    .flatMap((name) => valuesNamed(members, name))
    .filter((value) => value !== null)
    .map(Number)
  const areLimits = limits.every((limit) => Number.isSafeInteger(limit) && limit > 0)
  return areLimits && limits.length > 0 ? Math.max(...limits) : undefined
}

test('a request is read as JSON.parse reads it, and only ambiguous ones are refused', patient, () => {
  fc.assert(
    fc.property(request, ([members, text]) => {
      const scan = scanRequestBody(Buffer.from(text))
      expect(scan.kind === 'invalid').toBe(isRefusable(members))
      if (scan.kind === 'invalid') return
      const parsed = JSON.parse(text) as Parsed
      expect(scan).toMatchObject({
        model: parsed['model'],
        isStream: parsed['stream'] ?? false,
        outputTokensMax: largestLimit(members),
      })
      const largest = (name: string, count: (value: unknown) => number) =>
        Math.max(1, ...valuesNamed(members, name).map(count))
      expect(scan).toMatchObject({
        n: largest('n', (value) => Math.ceil(Number(value))),
        bestOf: largest('best_of', (value) => Math.ceil(Number(value))),
        promptCount: largest('prompt', countTexts),
        inputCount: largest('input', countTexts),
      })
      expect(scan.modelSpans).toHaveLength(members.filter(({ key }) => JSON.parse(key) === 'model').length)
    }),
    { numRuns: 600 },
  )
})

test(
  'the request to the provider means the same, apart from the model and the requested usage',
  patient,
  () => {
    fc.assert(
      fc.property(request, fc.boolean(), stringText, ([, text], withUsage, modelText) => {
        const body = Buffer.from(text)
        const scan = scanRequestBody(body)
        if (scan.kind === 'invalid') return
        const providerModel = JSON.parse(modelText) as string
        const { parts, length } = spliceRequestBody(body, scan, { providerModel, withUsage })
        const sent = Buffer.concat(parts)
        expect(length).toBe(sent.length)
        const received = JSON.parse(sent.toString('utf8')) as Parsed
        const parsed = JSON.parse(text) as Parsed
        const merged = { ...(parsed['stream_options'] as Parsed | null), include_usage: true }
        const usage = withUsage && scan.isStream ? { stream_options: merged } : {}
        expect(received).toEqual({ ...parsed, model: providerModel, ...usage })
        // If `model` is repeated, a provider may read any of the values, so all of them must be replaced.
        expect(scanRequestBody(sent)).toMatchObject({ model: providerModel })
        const first = scanRequestBody(sent)
        const spans = first.kind === 'scanned' ? first.modelSpans : []
        expect(
          spans.map(({ start, end }) => JSON.parse(sent.toString('utf8', start, end)) as string),
        ).toEqual(spans.map(() => providerModel))
      }),
      { numRuns: 600 },
    )
  },
)

test('invalid JSON is never accepted, and nothing throws', patient, () => {
  const bodies = fc.oneof(
    damaged(request.map(([, text]) => text)),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  )
  fc.assert(
    fc.property(bodies, (body) => {
      const scan = scanRequestBody(body)
      if (scan.kind === 'invalid') return
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
      expect((JSON.parse(text) as Parsed)['model']).toBe(scan.model)
    }),
    { numRuns: 3_000 },
  )
})
