// Between our server and a handler that speaks in web requests and responses.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'

/** Without its body, which is read before, and without what says who sends it: that is checked before, too. */
export function toWebRequest({ url, headers }: HttpRequest, signal: AbortSignal): Request {
  const { authorization: _secret, 'content-length': _length, ...rest } = headers
  const passed = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] satisfies [string, string]],
  )
  // Nothing is decided by the address: it is only there because a web request needs one.
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
