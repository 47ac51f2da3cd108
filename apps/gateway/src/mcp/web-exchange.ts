// Adapts our server's requests and replies to a handler that uses web Request and Response.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'

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
