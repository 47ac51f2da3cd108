// Serves an operation over REST.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { identifyCaller } from '../../call/identify-caller.ts'
import { openAccount } from '../../call/receive-call.ts'
import type { CallDeps } from '../../call/call-deps.ts'
import { Timings } from '../../call/timings.ts'
import type { Caller, Operation } from './operation.ts'
import { createHash } from 'node:crypto'

export type OperationExchange = {
  request: HttpRequest
  reply: HttpReply
  /** Called once the caller is identified, so that no body of an unknown caller is read. */
  readInput(request: HttpRequest): unknown
  /** Sends an entity tag, and 304 if the caller's copy is current. */
  isTagged?: boolean
}

export type ServeDeps = Pick<
  CallDeps,
  'answers' | 'bytes' | 'clock' | 'keys' | 'limits' | 'refusals' | 'threads'
>

export async function serveOperation(
  deps: ServeDeps,
  operation: Operation,
  { request, reply, readInput, isTagged = false }: OperationExchange,
): Promise<unknown> {
  const timings = new Timings(deps.clock)
  const watched = watchReply(reply)
  const key = await identifyCaller(deps, request, { scope: operation.scope, timings })
  const caller: Caller = {
    id: request.id,
    key,
    context: request.context,
    timings,
    bytes: openAccount(deps, key, reply),
    ...watched,
    onProgress: () => undefined,
  }
  const { body, headers = {} } = await operation.run(await readInput(request), caller)
  void reply.headers({ ...headers })
  return isTagged ? sendTagged({ request, reply }, JSON.stringify(body)) : reply.send(body)
}

/** For operations whose input is the query. */
export function readQuery({ query }: HttpRequest): unknown {
  return query
}

function sendTagged(
  { request, reply }: Pick<OperationExchange, 'request' | 'reply'>,
  body: string,
): HttpReply {
  const tag = entityTag(body)
  // The answer is private to one key, and caches must revalidate it each time, which the tag makes cheap.
  void reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'authorization' })
  if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(body)
}

/**
 * Observes the end of the reply. Must be called before the first await, because the connection may close at any time.
 */
export function watchReply({ raw }: HttpReply): Pick<Caller, 'signal' | 'onDelivered'> {
  const gone = new AbortController()
  const closed = Promise.withResolvers<void>()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
    closed.resolve()
  })
  return { signal: gone.signal, onDelivered: (task) => void closed.promise.then(task) }
}

/** Returns a strong entity tag for the body. */
export function entityTag(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`
}

/** Whether the caller's copy is current. A tag weakened by a proxy still denotes the same content. */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = new Set(ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, '')))
  return known.has('*') || known.has(tag)
}
