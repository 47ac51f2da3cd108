// Answers of the routes of single sign-on, which a browser visits: always a redirect to the console.
import type { HttpReply, HttpRequest } from '@gatehouse/http/define-route'
import { Fault, type FaultKind } from '@gatehouse/runtime/fault'

/** Shown by the login page. Others are answered as every route does: they are about the platform or its limits. */
const shownByConsole: ReadonlySet<FaultKind> = new Set(['conflict', 'denied', 'invalid', 'not_found'])

const pathLengthMax = 500
// A second slash or a backslash would begin a host; other characters are not needed and could end the header.
const relative = /^\/(?![/\\])[\w\-./~%?&=:+,#]*$/

/** The path within the console to return to. Anything else is replaced by the start page. */
export function readReturnPath(given: unknown): string {
  const isPath = typeof given === 'string' && given.length <= pathLengthMax && relative.test(given)
  return isPath ? given : '/'
}

export function redirect(reply: HttpReply, url: string): HttpReply {
  // The address of the callback contains the code, which must not be passed on.
  return reply
    .code(303)
    .headers({ location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send()
}

type RedirectDeps = { reply: HttpReply; consoleUrl: string; context: HttpRequest['context'] }

/** Runs the work of a route. Faults that the user can do something about are shown by the console's login page. */
export async function redirectFaults(
  { reply, consoleUrl, context: { requestId, logger } }: RedirectDeps,
  work: () => Promise<HttpReply>,
): Promise<HttpReply> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof Fault) || !shownByConsole.has(thrown.kind)) throw thrown
    logger.warn('single sign-on refused', { error: thrown, ...thrown.context })
    const query = new URLSearchParams({ error: thrown.code, request_id: requestId })
    return redirect(reply, `${consoleUrl}/login?${query.toString()}`)
  }
}
