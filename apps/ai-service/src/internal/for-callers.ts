import type { HttpReply, HttpRequest, Route } from '@gatehouse/http/define-route'
import { Fault } from '@gatehouse/runtime/fault'
import { type Caller, findCaller } from './callers.ts'

export type HandleForCaller = (request: HttpRequest, reply: HttpReply, caller: string) => Promise<unknown>

/**
 * What makes a route internal: only named callers are let in, and it moves to the internal listener where there is one.
 * Who it was is in the line that is logged about the request.
 */
export function forCallers(
  callers: readonly Caller[],
  handle: HandleForCaller,
): Pick<Route, 'handle'> & { isInternal: true } {
  return { isInternal: true, handle: letIn(callers, handle) }
}

function letIn(callers: readonly Caller[], handle: HandleForCaller): Route['handle'] {
  return async (request, reply) => {
    const caller = findCaller(callers, request.headers.authorization)
    if (caller === undefined) {
      void reply.header('www-authenticate', 'Bearer')
      throw new Fault({
        kind: 'unauthenticated',
        code: 'internal.caller_unknown',
        publicMessage: 'This route is internal. Send the secret of a known caller as a bearer token.',
      })
    }
    request.context.note({ caller })
    return handle(request, reply, caller)
  }
}
