// Checks and reads a request to /mcp before the SDK handles it, and translates between our server and the SDK, which uses
// web Request and Response.
import { bodyInvalid } from '../gateway-faults.ts'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'

/**
 * Protects gateways that only the local machine can reach from DNS rebinding: a web page must not call one through a host
 * name that resolves to it. Clients other than browsers send no Origin header. Compares only the host; scheme and port do
 * not matter.
 */
export function isAllowedOrigin(origin: string | undefined, allowedHosts: readonly string[]): boolean {
  if (origin === undefined) return true
  const host = URL.parse(origin)?.hostname.toLowerCase()
  return host !== undefined && host !== '' && allowedHosts.includes(host)
}

// A call's body may be nested 512 levels deep, and a message adds a few more. Deeper nesting is refused before any
// recursive code could overflow the stack.
const levelsMax = 600

/**
 * Accepts only a single message: the calls of a batch would share one request id, and a request id is charged only
 * once.
 */
export function readMessage(body: Buffer): object {
  if (isNestedDeeper(body)) throw bodyInvalid(`The body is nested deeper than ${levelsMax} levels.`)
  let message: unknown
  try {
    message = JSON.parse(body.toString())
  } catch {
    throw bodyInvalid('The body is not valid JSON.')
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw bodyInvalid('The body must be one JSON-RPC message.')
  }
  return message
}

const quote = 0x22
const backslash = 0x5c
// `[` differs from `{`, and `]` from `}`, only in this bit.
const bracketBit = 0x20
const opening = 0x7b
const closing = 0x7d

function isNestedDeeper(body: Buffer): boolean {
  let levels = 0
  let isInText = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === quote) isInText = !isInText
    else if (isInText) {
      if (byte === backslash) at += 1
    } else if ((byte | bracketBit) === opening) levels += 1
    else if ((byte | bracketBit) === closing) levels -= 1
    if (levels > levelsMax) return true
  }
  return false
}

/** Omits the body, which has already been read, and the credentials, which have already been checked. */
export function toWebRequest({ url, headers }: HttpRequest, signal: AbortSignal): Request {
  const { authorization: _secret, 'content-length': _length, ...rest } = headers
  const passed = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  )
  // A web request needs an absolute URL; its host is not used.
  return new Request(new URL(url, 'http://gateway.invalid'), { method: 'POST', headers: passed, signal })
}

export async function sendWebResponse(reply: HttpReply, response: Response): Promise<unknown> {
  void reply.code(response.status).headers(Object.fromEntries(response.headers))
  if (!response.body) return reply.send()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return reply.send(await response.text())
  }
  void reply.headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' })
  return reply.send(Readable.fromWeb(response.body as ReadableStream<Uint8Array>))
}
