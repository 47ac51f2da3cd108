// Builds the request for the provider: the caller's bytes, apart from the model name and, if a stream must report
// usage, `stream_options.include_usage`. Nothing is copied; the parts are views of the body.
import type { Span } from '@gatehouse/bytes/json-cursor'
import type { ScannedBody, StreamOptions } from './scan-request-body.ts'

export type SplicedBody = { readonly parts: readonly Buffer[]; readonly length: number }

type Edit = Span & { readonly bytes: Buffer }

const wholeOptions = Buffer.from('{"include_usage":true}')
const optionsField = Buffer.from('"stream_options":{"include_usage":true},')
const onlyUsageField = Buffer.from('"include_usage":true')
const usageField = Buffer.from('"include_usage":true,')
const trueLiteral = Buffer.from('true')

export function spliceRequestBody(
  body: Buffer,
  scan: ScannedBody,
  { providerModel, withUsage }: { providerModel: string; withUsage: boolean },
): SplicedBody {
  const model = Buffer.from(JSON.stringify(providerModel))
  const edits = scan.modelSpans.map(({ start, end }): Edit => ({ start, end, bytes: model }))
  if (withUsage && scan.isStream) {
    edits.push(...usageEdits(scan))
    edits.sort((one, other) => one.start - other.start)
  }
  return applyEdits(body, edits)
}

function usageEdits({ streamOptions, objectStart }: ScannedBody): Edit[] {
  // The inserted field ends with a comma, which is valid because at least the model follows it.
  if (streamOptions.length === 0) return [insertAt(objectStart + 1, optionsField)]
  return streamOptions.flatMap(optionEdits)
}

function optionEdits({ value, isNull, isEmpty, includeUsage }: StreamOptions): Edit[] {
  if (isNull) return [{ ...value, bytes: wholeOptions }]
  if (includeUsage.length === 0) return [insertAt(value.start + 1, isEmpty ? onlyUsageField : usageField)]
  const others = includeUsage.filter(({ isTrue }) => !isTrue)
  return others.map(({ value: { start, end } }) => ({ start, end, bytes: trueLiteral }))
}

function insertAt(place: number, bytes: Buffer): Edit {
  return { start: place, end: place, bytes }
}

function applyEdits(body: Buffer, edits: readonly Edit[]): SplicedBody {
  const parts: Buffer[] = []
  let length = body.length
  let copiedTo = 0
  for (const { start, end, bytes } of edits) {
    parts.push(body.subarray(copiedTo, start), bytes)
    length += bytes.length - (end - start)
    copiedTo = end
  }
  parts.push(body.subarray(copiedTo))
  return { parts, length }
}
