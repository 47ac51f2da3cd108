import { type Span, readString } from '@gatehouse/bytes/json-cursor'
import { quote } from '@gatehouse/bytes/json-text'

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
    ...models.map((span) => ({ ...span, by: quotedAlias })),
    ...hidden.map((span) => ({ ...span, by: nothing })),
  ].sort((left, right) => left.start - right.start)
  const parts: Buffer[] = []
  let copiedTo = 0
  for (const { start, end, by } of edits) {
    parts.push(bytes.subarray(copiedTo, start), by)
    copiedTo = end
  }
  parts.push(bytes.subarray(copiedTo))
  return Buffer.concat(parts)
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
