import type { HttpReply, HttpRequest, Route } from '@gatehouse/http/define-route'
import { Fault } from '@gatehouse/runtime/fault'
import { type Caller, type CallerRight, findCaller } from './callers.ts'

export type HandleForCaller = (request: HttpRequest, reply: HttpReply, caller: string) => Promise<unknown>

export type RouteCallers = { callers: readonly Caller[]; right: CallerRight }

/**
 * What makes a route internal: only named callers with the right are let in, and it moves to the internal listener where
 * there is one. The log line of the request has the caller's name.
 */
export function forCallers(
  { callers, right }: RouteCallers,
  handle: HandleForCaller,
): Pick<Route, 'handle'> & { isInternal: true } {
  return {
    isInternal: true,
    async handle(request, reply) {
      const caller = findCaller(callers, request.headers.authorization)
      if (!caller) {
        void reply.header('www-authenticate', 'Bearer')
        throw callerUnknown()
      }
      request.context.addLogFields({ caller: caller.name })
      if (!caller.rights.includes(right)) throw rightMissing(caller.name, right)
      return handle(request, reply, caller.name)
    },
  }
}

function callerUnknown(): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'internal.caller_unknown',
    publicMessage: 'This route is internal. Send the secret of a known caller as a bearer token.',
  })
}

function rightMissing(name: string, right: CallerRight): Fault {
  return new Fault({
    kind: 'denied',
    code: 'internal.right_missing',
    publicMessage: `The caller ${name} lacks the right ${right}. INTERNAL_CALLERS of the AI service lists the rights of each caller.`,
  })
}
