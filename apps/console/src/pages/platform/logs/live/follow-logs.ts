// Follows the log over a socket. The backend closes a socket when its token expires, so the next one is opened as soon as
// the session has a new token, and the old one is closed when the new one has run beside it for a moment: no line is
// lost, and doubles are dropped. After a lost connection the lines in between are searched for.
import { createClient } from 'graphql-ws'
import type { Session } from '../../../../session/create-session.ts'
import { type LogStreamResult, logStream } from '../logs.generated.ts'
import { type Doubles, createDoubles } from './drop-doubles.ts'
import { type LogLine, fromStream, keyOf } from './log-line.ts'

export type FollowDeps = {
  session: Pick<Session, 'token' | 'state' | 'subscribe'>
  onLine: (line: LogLine) => void
  /** `isSeam`: there was a socket before, and lines may be missing since it ended. */
  onConnected: (isSeam: boolean) => void
  onLost: () => void
}

/** How long two sockets run side by side. */
const overlapMs = 1_000
const retryMs = { first: 500, max: 15_000 }

type Stream = { token: string; source: 'old' | 'new'; stop: () => void }

type Follower = FollowDeps & {
  current: Stream | undefined
  streams: Set<Stream>
  /** Set while two sockets send the same lines. */
  doubles: Doubles | undefined
  failures: number
  wasConnected: boolean
  ended: AbortController
}

/** Returns a function that ends it. */
export function followLogs(deps: FollowDeps): () => void {
  const follower: Follower = {
    ...deps,
    current: undefined,
    streams: new Set(),
    doubles: undefined,
    failures: 0,
    wasConnected: false,
    ended: new AbortController(),
  }
  const unsubscribe = deps.session.subscribe(() => {
    if (deps.session.state().kind === 'open') void open(follower)
  })
  void open(follower)
  return () => {
    follower.ended.abort()
    unsubscribe()
    for (const stream of follower.streams) stream.stop()
  }
}

function after({ ended: { signal } }: Follower, ms: number, work: () => void): void {
  window.setTimeout(() => {
    if (!signal.aborted) work()
  }, ms)
}

async function open(follower: Follower): Promise<void> {
  const token = await follower.session.token()
  const former = follower.current
  if (token === undefined || follower.ended.signal.aborted || former?.token === token) return
  if (former) {
    former.source = 'old'
    follower.doubles = createDoubles()
  }
  const stream: Stream = { token, source: 'new', stop: () => {} }
  follower.current = stream
  follower.streams.add(stream)
  stream.stop = openStream(token, {
    onConnected() {
      follower.failures = 0
      if (former) after(follower, overlapMs, () => retire(follower, former))
      else follower.onConnected(follower.wasConnected)
      follower.wasConnected = true
    },
    onLine(line) {
      const { doubles } = follower
      if (!doubles || doubles.isNew(stream.source, keyOf(line))) follower.onLine(line)
    },
    onClosed: () => reopen(follower, stream),
  })
}

/** Ends a socket whose lines the next one sends as well. */
function retire(follower: Follower, former: Stream): void {
  former.stop()
  follower.streams.delete(former)
  // The new socket may still send what the old one sent last.
  const { doubles } = follower
  after(follower, overlapMs, () => {
    if (follower.doubles === doubles) follower.doubles = undefined
  })
}

function reopen(follower: Follower, closed: Stream): void {
  follower.streams.delete(closed)
  if (follower.ended.signal.aborted || follower.current !== closed) return
  for (const stream of follower.streams) stream.stop()
  follower.streams.clear()
  follower.current = undefined
  follower.doubles = undefined
  follower.onLost()
  follower.failures += 1
  const waitMs = Math.min(retryMs.max, retryMs.first * 2 ** follower.failures) * (0.5 + Math.random())
  after(follower, waitMs, () => void open(follower))
}

type StreamHandlers = { onConnected: () => void; onLine: (line: LogLine) => void; onClosed: () => void }

function openStream(token: string, { onConnected, onLine, onClosed }: StreamHandlers): () => void {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  let isStopped = false
  const close = () => {
    if (!isStopped) onClosed()
    isStopped = true
  }
  const client = createClient({
    url: `${scheme}://${window.location.host}/graphql`,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
    on: { connected: onConnected },
  })
  const unsubscribe = client.subscribe<LogStreamResult>(
    { query: logStream.text, operationName: logStream.name },
    {
      next: ({ data }) => {
        if (data && !isStopped) onLine(fromStream(data.logStream))
      },
      error: close,
      complete: close,
    },
  )
  return () => {
    isStopped = true
    unsubscribe()
    void client.dispose()
  }
}
