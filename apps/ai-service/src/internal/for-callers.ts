import type { HttpReply, HttpRequest, Route } from '@gatehouse/http/define-route'
import { Fault } from '@gatehouse/runtime/fault'
import { type Caller, findCaller } from './callers.ts'

export type HandleForCaller = (request: HttpRequest, reply: HttpReply, caller: string) => Promise<unknown>

/** Only for named callers. Who it was is in the line that is logged about the request. */
export function forCallers(callers: readonly Caller[], handle: HandleForCaller): Route['handle'] {
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
