import { isUtf8 } from 'node:buffer'
import { isDeepStrictEqual } from 'node:util'
import type { ComposedBody } from './compose-body.ts'
import type { Forwarded } from './forward-body.ts'

type Fields = Readonly<Record<string, unknown>>

/** Describes what the gateway did wrong with the body; undefined if nothing. */
export function judgeBody(
  body: ComposedBody,
  forwarded: Forwarded,
  providerModel: string,
): string | undefined {
  const { status, received } = forwarded
  if (received.length > 1) return `the provider received it ${received.length} times`
  const [bytes] = received
  if (bytes === undefined) return judgeRefusal(body, forwarded)
  if (status !== 200) return `it was forwarded and got ${status}: ${forwarded.answer}`
  if (body.expected !== undefined && !bytes.equals(body.expected))
    return describeDifference(bytes, body.expected)
  const meant = parse(body.sent)
  if (meant === undefined) return 'an unparsable body was forwarded'
  const isStream = meant['stream'] === true
  if (isStream !== forwarded.answer.includes('[DONE]')) return 'a stream did not get a stream, or the reverse'
  const asked = isStream
    ? { stream_options: { ...(meant['stream_options'] as Fields | null | undefined), include_usage: true } }
    : {}
  const isSame = isDeepStrictEqual(parse(bytes), { ...meant, model: providerModel, ...asked })
  return isSame ? undefined : 'it parses to another value'
}

function judgeRefusal(body: ComposedBody, { status, answer }: Forwarded): string | undefined {
  if (body.expected !== undefined) return `it was refused with ${status}: ${answer}`
  // A damaged body may still be valid JSON that names an unknown model or is ambiguous.
  const isRefused = status === 400 || (status === 404 && parse(body.sent) !== undefined)
  return isRefused ? undefined : `a damaged body got ${status}: ${answer}`
}

function parse(bytes: Buffer): Fields | undefined {
  if (!isUtf8(bytes)) return undefined
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined
  } catch {
    return undefined
  }
}

function describeDifference(received: Buffer, expected: Buffer): string {
  const length = Math.min(received.length, expected.length)
  let at = 0
  while (at < length && received[at] === expected[at]) at += 1
  const near = (bytes: Buffer) => JSON.stringify(bytes.toString('latin1', Math.max(0, at - 40), at + 40))
  return `byte ${at} differs: ${near(received)} instead of ${near(expected)}`
}
