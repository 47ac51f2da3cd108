// The ports of a session in a browser: Web Locks, a BroadcastChannel, timers, and the refresh mutation.
import { toConsoleFault } from '../graphql/console-fault.ts'
import { createAsk } from '../graphql/create-ask.ts'
import { postOperation } from '../graphql/post-operation.ts'
import { type OpenSession, type RefreshOutcome, type Session, createSession } from './create-session.ts'
import { type LogOutVariables, logOut, refreshSession } from './session.generated.ts'

const lockName = 'gatehouse-session'
const channelName = 'gatehouse-session'
/** A person who logs out does not wait longer than this for a server that does not answer. */
const logOutMsMax = 5_000

export type WireSession = {
  accessToken: string
  expiresAt: string
  user: { id: string; email: string; isSuperAdmin: boolean }
}

export function toOpenSession({ accessToken, expiresAt, user }: WireSession): OpenSession {
  return { token: accessToken, expiresAtMs: Date.parse(expiresAt), user }
}

export type BrowserSession = Session & { logOut: () => Promise<void> }

export function openBrowserSession(): BrowserSession {
  const channel = new BroadcastChannel(channelName)
  const session = createSession({
    nowMs: () => Date.now(),
    after(ms, work) {
      const timer = window.setTimeout(work, ms)
      return () => window.clearTimeout(timer)
    },
    withLock: async (work) => {
      await navigator.locks.request(lockName, work)
    },
    post: (message) => channel.postMessage(message),
    refresh: refreshOverHttp,
  })
  channel.addEventListener('message', ({ data }) =>
    session.receive(data as Parameters<Session['receive']>[0]),
  )
  // Timers of hidden tabs are slowed down, so a token may have expired when the tab is shown again.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.state().kind === 'open') void session.token()
  })
  return {
    ...session,
    async logOut() {
      // The tab forgets the session even if the server cannot be reached to end it. The token is refreshed first if it has
      // expired; a session that cannot be refreshed any more has ended already.
      const signal = AbortSignal.timeout(logOutMsMax)
      const isConfirmed = await createAsk(session)(logOut, {} satisfies LogOutVariables, signal).then(
        () => true,
        () => session.state().kind === 'closed',
      )
      session.close({ isConfirmed })
    },
  }
}

async function refreshOverHttp(): Promise<RefreshOutcome> {
  try {
    const { refresh } = await postOperation(refreshSession, {})
    return { kind: 'open', session: toOpenSession(refresh) }
  } catch (thrown) {
    const { code } = toConsoleFault(thrown)
    return { kind: code === 'UNAUTHENTICATED' || code === 'FORBIDDEN' ? 'closed' : 'failed' }
  }
}
