// The session of one tab. The access token is in memory only; the refresh token is in a cookie that no script can read
// and that all tabs share. So all tabs share one refresh: the tab that holds the lock refreshes, and the others receive
// its result by the channel. This file knows no browser: locks, channel, timers and the server are ports, so that a
// property test can run any interleaving of tabs.
export type SessionUser = { id: string; email: string; isSuperAdmin: boolean }

export type OpenSession = { token: string; expiresAtMs: number; user: SessionUser }

export type SessionState =
  | { kind: 'starting' }
  | { kind: 'open'; session: OpenSession }
  /**
   * `wasOpen`: the person was logged in before, and did not log out in this tab. `isUnconfirmed`: the person logged out,
   * and the server has not confirmed that the session has ended.
   */
  | { kind: 'closed'; wasOpen: boolean; isUnconfirmed?: boolean }
  | { kind: 'unreachable' }

export type TabMessage =
  | { kind: 'ask' }
  | { kind: 'open'; session: OpenSession }
  /** The server ended the session of this token. A tab that has logged in since has another token and stays open. */
  | { kind: 'ended'; token: string }
  | { kind: 'loggedOut' }

export type RefreshOutcome = { kind: 'open'; session: OpenSession } | { kind: 'closed' } | { kind: 'failed' }

export type SessionPorts = {
  nowMs: () => number
  /** Runs the work after a time; returns a function that cancels it. */
  after: (ms: number, work: () => void) => () => void
  /** At most one tab runs its work at a time. */
  withLock: (work: () => Promise<void>) => Promise<void>
  post: (message: TabMessage) => void
  refresh: () => Promise<RefreshOutcome>
}

export type Session = {
  state: () => SessionState
  subscribe: (listener: () => void) => () => void
  start: () => Promise<void>
  /** A token that is valid for a while, after a refresh if need be. Undefined if the person is logged out. */
  token: () => Promise<string | undefined>
  /** Replaces a token that the server refused, once for all requests that had it. */
  renew: (refused: string) => Promise<string | undefined>
  /** Takes the session of a login. */
  adopt: (session: OpenSession) => void
  /** The person logged out. Without the server's confirmation, a reload may continue the session by its cookie. */
  close: (by: { isConfirmed: boolean }) => void
  receive: (message: TabMessage) => void
}

/** A token is replaced this long before its end. */
const renewBeforeMs = 60_000
/** How long a tab waits for another tab's token before it refreshes. */
const askOthersMs = 50
const retryAfterMs = 5_000

type Tab = {
  ports: SessionPorts
  state: SessionState
  listeners: Set<() => void>
  renewing: Promise<void> | undefined
  cancelTimer: () => void
  /** Ends the wait for other tabs if it has become unnecessary. */
  endWait: () => void
}

export function createSession(ports: SessionPorts): Session {
  const tab: Tab = {
    ports,
    state: { kind: 'starting' },
    listeners: new Set(),
    renewing: undefined,
    cancelTimer: () => {},
    endWait: () => {},
  }
  return {
    state: () => tab.state,
    subscribe(listener) {
      tab.listeners.add(listener)
      return () => tab.listeners.delete(listener)
    },
    start: () => renewOnce(tab, undefined),
    async token() {
      if (tab.state.kind === 'closed') return undefined
      if (freshToken(tab, undefined) === undefined) await renewOnce(tab, undefined)
      return tab.state.kind === 'open' ? tab.state.session.token : undefined
    },
    async renew(refused) {
      if (freshToken(tab, refused) === undefined) await renewOnce(tab, refused)
      return freshToken(tab, refused)
    },
    adopt(session) {
      become(tab, { kind: 'open', session })
      ports.post({ kind: 'open', session })
    },
    close({ isConfirmed }) {
      become(tab, { kind: 'closed', wasOpen: false, isUnconfirmed: !isConfirmed })
      ports.post({ kind: 'loggedOut' })
    },
    receive: (message) => receive(tab, message),
  }
}

function become(tab: Tab, next: SessionState): void {
  const { ports } = tab
  tab.state = next
  tab.cancelTimer()
  if (next.kind === 'open') {
    const inMs = Math.max(1_000, next.session.expiresAtMs - ports.nowMs() - renewBeforeMs)
    tab.cancelTimer = ports.after(inMs, () => void renewOnce(tab, next.session.token))
  } else if (next.kind === 'unreachable') {
    tab.cancelTimer = ports.after(retryAfterMs, () => void renewOnce(tab, undefined))
  }
  for (const listener of tab.listeners) listener()
}

/** The token, unless it is the refused one or about to expire. */
function freshToken({ state, ports }: Tab, refused: string | undefined): string | undefined {
  if (state.kind !== 'open' || state.session.token === refused) return undefined
  return state.session.expiresAtMs - ports.nowMs() > renewBeforeMs / 2 ? state.session.token : undefined
}

function isSettled(tab: Tab, refused: string | undefined): boolean {
  return tab.state.kind === 'closed' || freshToken(tab, refused) !== undefined
}

function renewOnce(tab: Tab, refused: string | undefined): Promise<void> {
  tab.renewing ??= tab.ports
    .withLock(() => renewLocked(tab, refused))
    .finally(() => {
      tab.renewing = undefined
    })
  return tab.renewing
}

async function renewLocked(tab: Tab, refused: string | undefined): Promise<void> {
  await askOthers(tab, refused)
  if (isSettled(tab, refused)) return
  const outcome = await tab.ports.refresh()
  // A login or logout while the answer was under way is newer than the answer.
  if (!isSettled(tab, refused)) apply(tab, outcome, refused)
}

/** Another tab may have refreshed while this one waited for the lock, so it asks before it refreshes. */
async function askOthers(tab: Tab, refused: string | undefined): Promise<void> {
  if (isSettled(tab, refused)) return
  const waited = Promise.withResolvers<void>()
  const cancel = tab.ports.after(askOthersMs, waited.resolve)
  tab.endWait = () => {
    if (isSettled(tab, refused)) waited.resolve()
  }
  tab.ports.post({ kind: 'ask' })
  await waited.promise
  cancel()
  tab.endWait = () => {}
}

function apply(tab: Tab, outcome: RefreshOutcome, refused: string | undefined): void {
  const { state, ports } = tab
  if (outcome.kind === 'open') {
    become(tab, outcome)
    ports.post(outcome)
  } else if (outcome.kind === 'closed') {
    const ended = state.kind === 'open' ? state.session.token : undefined
    become(tab, { kind: 'closed', wasOpen: ended !== undefined })
    if (ended !== undefined) ports.post({ kind: 'ended', token: ended })
  } else if (state.kind !== 'open' || state.session.expiresAtMs <= ports.nowMs()) {
    become(tab, { kind: 'unreachable' })
  } else {
    // The token is still valid for a while: try again before it is not.
    tab.cancelTimer()
    tab.cancelTimer = ports.after(retryAfterMs, () => void renewOnce(tab, refused))
  }
}

function receive(tab: Tab, message: TabMessage): void {
  const { state, ports } = tab
  if (message.kind === 'ask') {
    if (state.kind === 'open' && freshToken(tab, undefined) !== undefined)
      ports.post({ kind: 'open', session: state.session })
    return
  }
  if (message.kind === 'open') {
    if (state.kind !== 'open' || isNewer(message.session, state.session)) become(tab, message)
  } else if (
    message.kind === 'loggedOut' ||
    (state.kind === 'open' && state.session.token === message.token)
  ) {
    become(tab, { kind: 'closed', wasOpen: state.kind === 'open' })
  }
  tab.endWait()
}

function isNewer(received: OpenSession, own: OpenSession): boolean {
  return received.expiresAtMs > own.expiresAtMs || received.user.id !== own.user.id
}
