// Replaces the model name in bodies that are otherwise forwarded as they are: a request names the provider's model, an
// answer the caller's alias. An answer also loses the members that reveal the provider.
import { type Span, readString } from '@gatehouse/bytes/json-cursor'
import { quote } from '@gatehouse/bytes/json-text'
import type { ScannedBody, StreamOptions } from './scan-request-body.ts'

export type SplicedBody = { readonly parts: readonly Buffer[]; readonly length: number }

type Edit = Span & { readonly bytes: Buffer }

const wholeOptions = Buffer.from('{"include_usage":true}')
const optionsField = Buffer.from('"stream_options":{"include_usage":true},')
const onlyUsageField = Buffer.from('"include_usage":true')
const usageField = Buffer.from('"include_usage":true,')
const trueLiteral = Buffer.from('true')

/**
 * Builds the request for the provider: the caller's bytes, apart from the model name and, if a stream must report usage,
 * `stream_options.include_usage`. Nothing is copied; the parts are views of the body.
 */
export function spliceRequestBody(
  body: Buffer,
  scan: ScannedBody,
  { providerModel, withUsage }: { providerModel: string; withUsage: boolean },
): SplicedBody {
  const model = quoteName(providerModel)
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

/** A name as a JSON string, quotes included. */
export function quoteName(name: string): Buffer {
  return Buffer.from(JSON.stringify(name))
}

/** The model name in an answer, before it is replaced. */
export function readModelName(bytes: Buffer, [model]: readonly Span[]): string | undefined {
  if (model === undefined || bytes[model.start] !== quote) return undefined
  return readString(bytes, model)
}

/** Replaces every model name in the frame or body; returns the same buffer if there is none. */
export function restampModel(bytes: Buffer, models: readonly Span[], quotedAlias: Buffer): Buffer {
  let stamped = bytes
  // Replaced from the last to the first, so that earlier offsets stay valid. No known provider sends more than one.
  for (let index = models.length - 1; index >= 0; index -= 1) {
    const model = models[index]
    if (model !== undefined) stamped = replaceSpan(stamped, model, quotedAlias)
  }
  return stamped
}

/** Replaces model names and removes the members that reveal the provider. */
export function rewriteAnswer(
  bytes: Buffer,
  { models, hidden }: { models: readonly Span[]; hidden: readonly Span[] },
  quotedAlias: Buffer,
): Buffer {
  if (hidden.length === 0) return restampModel(bytes, models, quotedAlias)
  const edits = [
    ...models.map(({ start, end }): Edit => ({ start, end, bytes: quotedAlias })),
    ...hidden.map(({ start, end }): Edit => ({ start, end, bytes: nothing })),
  ].sort((left, right) => left.start - right.start)
  return Buffer.concat(applyEdits(bytes, edits).parts)
}

const nothing = Buffer.alloc(0)
// Above this size, copying takes longer than creating the parts.
const smallBytesMax = 65_536

/** Returns one new buffer instead of three views: each write of a streamed answer becomes a chunk on the wire. */
export function replaceSpan(bytes: Buffer, { start, end }: Span, replacement: Buffer): Buffer {
  if (bytes.length > smallBytesMax)
    return Buffer.concat([bytes.subarray(0, start), replacement, bytes.subarray(end)])
  const growth = replacement.length - (end - start)
  // Copying everything and shifting the tail takes a third of the time of copying two parts of a small frame.
  const replaced = Buffer.allocUnsafe(bytes.length + Math.max(growth, 0))
  replaced.set(bytes)
  if (growth !== 0) replaced.copyWithin(end + growth, end, bytes.length)
  replaced.set(replacement, start)
  return growth < 0 ? replaced.subarray(0, bytes.length + growth) : replaced
}

/** Edits are in the order of their spans, which do not overlap. */
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
