// The REST face of an operation.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { identifyCaller } from '../inference/admission/identify-caller.ts'
import type { InferenceDeps } from '../inference/inference-deps.ts'
import { Timings } from '../inference/timings.ts'
import type { Caller, Operation } from './operation.ts'

export type OperationExchange = {
  request: HttpRequest
  reply: HttpReply
  /** Called when the caller is known, so that nobody else's body is read. */
  readInput(request: HttpRequest): unknown
}

export type ServeDeps = Pick<InferenceDeps, 'clock' | 'keys' | 'limits' | 'overload'>

export async function serveOperation(
  deps: ServeDeps,
  operation: Operation,
  { request, reply, readInput }: OperationExchange,
): Promise<unknown> {
  const timings = new Timings(deps.clock)
  const key = await identifyCaller(deps, request, operation.scope)
  timings.mark('auth')
  const caller: Caller = {
    id: request.id,
    key,
    context: request.context,
    timings,
    signal: goneSignal(reply),
    onProgress: () => undefined,
  }
  const { body, headers = {} } = await operation.run(await readInput(request), caller)
  return reply.headers({ ...headers }).send(body)
}

/** For operations whose input is the query. */
export function readQuery({ query }: HttpRequest): unknown {
  return query
}

function goneSignal({ raw }: HttpReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}
