// Checks and reads a request to /mcp before the SDK handles it, and translates between our server and the SDK, which uses
// web Request and Response.
import { assert } from '@gatehouse/runtime/assert'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { bodyInvalid } from '../../gateway-faults.ts'
import type { WorkThreads } from '../../threads/create-work-threads.ts'
import { largeBytes } from '@gatehouse/bytes/large-bytes'
import { LargeInput } from '../operations/large-input.ts'
import type { LargeAnswer } from './large-answer.ts'
import { parseMessage } from './parse-message.ts'

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

/** Reads a message; a large one in a worker thread, with the input of its tool. The bytes must not be read afterwards. */
export async function readMessage(
  threads: Pick<WorkThreads, 'run'>,
  body: Buffer,
  owner: string,
): Promise<{ message: object; largeInput?: LargeInput }> {
  if (body.length <= largeBytes) return { message: parseMessage(body) }
  const read = await threads.run('readToolMessage', { bytes: body, options: undefined, owner })
  if ('refusal' in read) throw bodyInvalid(read.refusal)
  const { message, bytes, input = bytes && ({ kind: 'bytes', bytes } as const) } = read
  return { message, ...(input && { largeInput: new LargeInput(input) }) }
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

export async function sendWebResponse(
  reply: HttpReply,
  response: Response,
  largeAnswer: LargeAnswer,
): Promise<unknown> {
  void reply.code(response.status).headers(Object.fromEntries(response.headers))
  if (!response.body) return reply.send()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text()
    return reply.send(largeAnswer.isWaiting ? Readable.from(largeAnswer.fill(Buffer.from(text))) : text)
  }
  void reply.headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' })
  return reply.send(Readable.from(fillMessages(response.body as ReadableStream<Uint8Array>, largeAnswer)))
}

/** The SDK writes each message in one piece. */
async function* fillMessages(
  messages: ReadableStream<Uint8Array>,
  largeAnswer: LargeAnswer,
): AsyncGenerator<Uint8Array> {
  for await (const message of messages) {
    if (largeAnswer.isIn(message)) yield* largeAnswer.fill(message)
    else yield message
  }
  assert(!largeAnswer.isWaiting, 'an answer has been put into a message')
}
