import type { Session } from '../session/create-session.ts'
import { ConsoleFault } from './console-fault.ts'
import type { Operation } from './operation.ts'
import { postOperation } from './post-operation.ts'

export type Ask = <Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  signal?: AbortSignal,
) => Promise<Result>

/** The fault of a request without a valid token, as opposed to a wrong password. */
const tokenFault = 'graphql.token_required'

/** Sends operations with the token of the session. A refused token is replaced, and the request repeated, once. */
export function createAsk(session: Pick<Session, 'renew' | 'token'>): Ask {
  return async (operation, variables, signal) => {
    const token = await session.token()
    if (token === undefined) throw new ConsoleFault('', { code: 'UNAUTHENTICATED' })
    try {
      return await postOperation(operation, variables, { token, signal })
    } catch (thrown) {
      if (!(thrown instanceof ConsoleFault) || thrown.fault !== tokenFault) throw thrown
      const renewed = await session.renew(token)
      if (renewed === undefined) throw thrown
      return postOperation(operation, variables, { token: renewed, signal })
    }
  }
}
